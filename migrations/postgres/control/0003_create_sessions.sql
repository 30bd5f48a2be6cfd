CREATE TABLE sessions (
    tenant_id BYTEA NOT NULL,
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    token_hash BYTEA NOT NULL CHECK (octet_length(token_hash) = 32),
    user_id BYTEA NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('app', 'console')),
    device_name TEXT COLLATE "C",
    device_model TEXT COLLATE "C",
    os_version TEXT COLLATE "C",
    app_version TEXT COLLATE "C",
    user_agent TEXT COLLATE "C",
    address TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    ended_at BIGINT,
    end_reason TEXT COLLATE "C",
    -- Of a session in which someone else uses the app as this person: who, and with which session they came. Without one it is a key.
    impersonator_id BYTEA,
    impersonator_session_id BYTEA,
    PRIMARY KEY (tenant_id, id),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
    CHECK (impersonator_id IS NOT NULL OR impersonator_session_id IS NULL),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);
CREATE UNIQUE INDEX sessions_by_token ON sessions (tenant_id, token_hash);
CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id, last_seen_at, id);
CREATE INDEX sessions_by_last_seen ON sessions (tenant_id, last_seen_at, id);
CREATE INDEX sessions_by_app_version ON sessions (tenant_id, app_version, last_seen_at, id);
CREATE INDEX sessions_alive ON sessions (tenant_id, last_seen_at, id) WHERE ended_at IS NULL;
CREATE INDEX sessions_by_impersonator ON sessions (tenant_id, impersonator_id) WHERE impersonator_id IS NOT NULL AND ended_at IS NULL;

ALTER TABLE sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON sessions
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO gatehouse_app;
