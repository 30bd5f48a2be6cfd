-- What a tenant is at Apple.
CREATE TABLE apple_settings (
    tenant_id BYTEA NOT NULL PRIMARY KEY REFERENCES tenants (id),
    team_id TEXT COLLATE "C" NOT NULL CHECK (length(team_id) = 10),
    key_id TEXT COLLATE "C" NOT NULL CHECK (length(key_id) = 10),
    -- SHA-256 of the key's public half.
    key_fingerprint TEXT COLLATE "C" NOT NULL CHECK (length(key_fingerprint) = 64),
    -- The private key, sealed with the tenant's key.
    sealed_key BYTEA NOT NULL,
    -- JSON: a list of texts, never empty, for without a client id a token would be good for any app or for none.
    client_ids TEXT COLLATE "C" NOT NULL CHECK (client_ids LIKE '["_%"]'),
    -- The one of them that signs people in by a web page; none without such a page.
    web_client_id TEXT COLLATE "C",
    updated_at BIGINT NOT NULL,
    -- Since when it has been this team: Apple's tokens belong to a team.
    team_since BIGINT NOT NULL,
    -- That Apple refuses the tenant's client secret; all of them or none.
    trouble TEXT COLLATE "C",
    trouble_client_id TEXT COLLATE "C",
    trouble_detail TEXT COLLATE "C",
    trouble_since BIGINT,
    trouble_seen_at BIGINT,
    CHECK ((trouble IS NULL) = (trouble_since IS NULL) AND (trouble IS NULL) = (trouble_seen_at IS NULL))
);

-- Identity tokens that signed someone in, so that none does so twice.
CREATE TABLE apple_uses (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    token_hash BYTEA NOT NULL CHECK (octet_length(token_hash) = 32),
    -- Who it was used for; the account may be gone.
    user_id BYTEA NOT NULL CHECK (octet_length(user_id) = 16),
    used_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, token_hash)
);
CREATE INDEX apple_uses_by_expiry ON apple_uses (expires_at);

-- Refresh tokens of Apple's, sealed with the tenant's key.
CREATE TABLE apple_tokens (
    tenant_id BYTEA NOT NULL,
    user_id BYTEA NOT NULL,
    client_id TEXT COLLATE "C" NOT NULL,
    sealed BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- When Apple last said that it is good, and when to ask again.
    checked_at BIGINT NOT NULL,
    check_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, user_id, client_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX apple_tokens_by_check ON apple_tokens (check_at);

ALTER TABLE apple_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON apple_settings
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE apple_uses ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON apple_uses
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE apple_tokens ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON apple_tokens
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON apple_settings, apple_uses, apple_tokens TO gatehouse_app;
