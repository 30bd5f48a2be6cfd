-- What a tenant is at Apple.
CREATE TABLE apple_settings (
    tenant_id BLOB NOT NULL PRIMARY KEY REFERENCES tenants (id),
    team_id TEXT NOT NULL CHECK (length(team_id) = 10),
    key_id TEXT NOT NULL CHECK (length(key_id) = 10),
    -- SHA-256 of the key's public half.
    key_fingerprint TEXT NOT NULL CHECK (length(key_fingerprint) = 64),
    -- The private key, sealed with the tenant's key.
    sealed_key BLOB NOT NULL,
    -- JSON: a list of texts, never empty, for without a client id a token would be good for any app or for none.
    client_ids TEXT NOT NULL CHECK (client_ids LIKE '["_%"]'),
    -- The one of them that signs people in by a web page; none without such a page.
    web_client_id TEXT,
    updated_at INTEGER NOT NULL,
    -- Since when it has been this team: Apple's tokens belong to a team.
    team_since INTEGER NOT NULL,
    -- That Apple refuses the tenant's client secret; all of them or none.
    trouble TEXT,
    trouble_client_id TEXT,
    trouble_detail TEXT,
    trouble_since INTEGER,
    trouble_seen_at INTEGER,
    CHECK ((trouble IS NULL) = (trouble_since IS NULL) AND (trouble IS NULL) = (trouble_seen_at IS NULL))
) STRICT, WITHOUT ROWID;

-- Identity tokens that signed someone in, so that none does so twice.
CREATE TABLE apple_uses (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    -- Who it was used for; the account may be gone.
    user_id BLOB NOT NULL CHECK (length(user_id) = 16),
    used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, token_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX apple_uses_by_expiry ON apple_uses (expires_at);

-- Refresh tokens of Apple's, sealed with the tenant's key.
CREATE TABLE apple_tokens (
    tenant_id BLOB NOT NULL,
    user_id BLOB NOT NULL,
    client_id TEXT NOT NULL,
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    -- When Apple last said that it is good, and when to ask again.
    checked_at INTEGER NOT NULL,
    check_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, user_id, client_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX apple_tokens_by_check ON apple_tokens (check_at);
