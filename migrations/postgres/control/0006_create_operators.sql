CREATE TABLE operators (
    id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 16),
    email TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    password TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE operator_sessions (
    token_hash BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    operator_id BYTEA NOT NULL REFERENCES operators (id) ON DELETE CASCADE,
    address TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    last_seen_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id);

-- Which tenants an operator entered with a session; the first time is audited.
CREATE TABLE operator_entries (
    token_hash BYTEA NOT NULL REFERENCES operator_sessions (token_hash) ON DELETE CASCADE,
    entered_id BYTEA NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (token_hash, entered_id)
);

-- One-time links that create the first operator.
CREATE TABLE setup_links (
    token_hash BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(token_hash) = 32),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);

ALTER TABLE operators ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON operators
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

ALTER TABLE operator_sessions ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON operator_sessions
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

-- An entry is written by the transaction that enters the tenant, beside its line in the tenant's audit.
ALTER TABLE operator_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON operator_entries
    USING ((SELECT is_installation()) OR entered_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR entered_id = (SELECT current_tenant()));

ALTER TABLE setup_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON setup_links
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

GRANT SELECT, INSERT, UPDATE, DELETE ON operators, operator_sessions, operator_entries, setup_links TO gatehouse_app;
