CREATE TABLE api_keys (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    id BLOB NOT NULL CHECK (length(id) = 16),
    kind TEXT NOT NULL CHECK (kind IN ('publishable', 'ingest', 'secret')),
    name TEXT NOT NULL,
    hint TEXT NOT NULL,
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    revoked_at INTEGER,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX api_keys_by_token ON api_keys (tenant_id, token_hash);
