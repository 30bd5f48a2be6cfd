CREATE TABLE api_keys (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('publishable', 'ingest', 'secret')),
    name TEXT COLLATE "C" NOT NULL,
    hint TEXT COLLATE "C" NOT NULL,
    token_hash BYTEA NOT NULL CHECK (octet_length(token_hash) = 32),
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at BIGINT,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX api_keys_by_token ON api_keys (tenant_id, token_hash);

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON api_keys
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON api_keys TO gatehouse_app;
