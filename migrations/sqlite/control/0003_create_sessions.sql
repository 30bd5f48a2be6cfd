CREATE TABLE sessions (
    tenant_id BLOB NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    user_id BLOB NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('app', 'console')),
    device_name TEXT,
    device_model TEXT,
    os_version TEXT,
    app_version TEXT,
    user_agent TEXT,
    address TEXT,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    end_reason TEXT,
    -- Of a session in which someone else uses the app as this person: who, and with which session they came. Without one it is a key.
    impersonator_id BLOB,
    impersonator_session_id BLOB,
    PRIMARY KEY (tenant_id, id),
    CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
    CHECK (impersonator_id IS NOT NULL OR impersonator_session_id IS NULL),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sessions_by_token ON sessions (tenant_id, token_hash);
CREATE INDEX sessions_by_user ON sessions (tenant_id, user_id, last_seen_at, id);
CREATE INDEX sessions_by_last_seen ON sessions (tenant_id, last_seen_at, id);
CREATE INDEX sessions_by_app_version ON sessions (tenant_id, app_version, last_seen_at, id);
CREATE INDEX sessions_alive ON sessions (tenant_id, last_seen_at, id) WHERE ended_at IS NULL;
CREATE INDEX sessions_by_impersonator ON sessions (tenant_id, impersonator_id) WHERE impersonator_id IS NOT NULL AND ended_at IS NULL;

-- What the planner is to believe of the indexes: a tenant has many people, and a person few sessions.
ANALYZE;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('users', 'users', '1000000 100000 1'),
    ('users', 'users_by_email', '900000 90000 1'),
    ('users', 'users_by_name', '1000000 100000 2 1'),
    ('users', 'users_by_last_seen', '1000000 100000 1 1'),
    ('users', 'users_by_role', '1000000 100000 20000 10000 1'),
    ('users', 'users_by_email_anywhere', '900000 1'),
    ('sessions', 'sessions', '1000000 100000 1'),
    ('sessions', 'sessions_by_token', '1000000 100000 1'),
    ('sessions', 'sessions_by_user', '1000000 100000 4 1 1'),
    ('sessions', 'sessions_by_last_seen', '1000000 100000 1 1'),
    ('sessions', 'sessions_by_app_version', '1000000 100000 10000 1 1'),
    ('sessions', 'sessions_alive', '500000 50000 1 1'),
    ('sessions', 'sessions_by_impersonator', '100 10 1');
