CREATE TABLE operators (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    password TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE operator_sessions (
    token_hash BLOB NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
    operator_id BLOB NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    address TEXT,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id);

-- Which tenants an operator entered with a session; the first time is audited.
CREATE TABLE operator_entries (
    token_hash BLOB NOT NULL REFERENCES operator_sessions (token_hash) ON DELETE CASCADE,
    entered_id BLOB NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (token_hash, entered_id)
) STRICT, WITHOUT ROWID;

-- One-time links that create the first operator.
CREATE TABLE setup_links (
    token_hash BLOB NOT NULL PRIMARY KEY CHECK (length(token_hash) = 32),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
