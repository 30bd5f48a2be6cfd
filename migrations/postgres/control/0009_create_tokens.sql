-- The data key of each tenant, wrapped by a key that only the root key gives. Without its row nothing that the tenant sealed can be
-- read again. The installation itself has one too, so there is no reference to tenants.
CREATE TABLE tenant_keys (
    tenant_id BYTEA NOT NULL CHECK (octet_length(tenant_id) = 16),
    version BIGINT NOT NULL CHECK (version BETWEEN 1 AND 65535),
    wrapped BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, version)
);

-- The keys that sign access tokens; a key is published before it signs and after it has stopped.
CREATE TABLE signing_keys (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    -- RFC 7638 thumbprint of the public half.
    name TEXT COLLATE "C" NOT NULL,
    point BYTEA NOT NULL CHECK (octet_length(point) = 64),
    -- The private half, sealed with the tenant's key.
    sealed BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    activates_at BIGINT NOT NULL,
    retires_at BIGINT,
    -- Since when nobody believes it any more, for it leaked; its private half is gone then.
    withdrawn_at BIGINT,
    PRIMARY KEY (tenant_id, name),
    CHECK ((withdrawn_at IS NULL) = (octet_length(sealed) > 0))
);

-- Where the refresh tokens of a session stand. Their texts are stored nowhere.
CREATE TABLE session_refresh (
    tenant_id BYTEA NOT NULL,
    session_id BYTEA NOT NULL CHECK (octet_length(session_id) = 16),
    generation BIGINT NOT NULL CHECK (generation > 0),
    rotated_at BIGINT NOT NULL,
    -- When something of this generation was first used; until then its parent is answered once more.
    confirmed_at BIGINT,
    key_version BIGINT NOT NULL,
    -- How the person signed in.
    method TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, session_id),
    FOREIGN KEY (tenant_id, session_id) REFERENCES sessions (tenant_id, id) ON DELETE CASCADE
) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);

ALTER TABLE tenant_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON tenant_keys
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE signing_keys ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON signing_keys
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE session_refresh ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON session_refresh
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_keys, signing_keys, session_refresh TO gatehouse_app;
