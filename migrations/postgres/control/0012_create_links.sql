-- One-time links and codes that prove who holds a mailbox, or that an administrator handed over. Only hashes are stored.
CREATE TABLE one_time_links (
    tenant_id BYTEA NOT NULL,
    token_hash BYTEA NOT NULL CHECK (octet_length(token_hash) = 32),
    purpose TEXT COLLATE "C" NOT NULL CHECK (
        purpose IN ('verify_email', 'reset_password', 'sign_in', 'change_email', 'reauthentication', 'exchange')),
    user_id BYTEA NOT NULL,
    -- Where it went; the new address of a change.
    email TEXT COLLATE "C",
    -- Of the digits that can be typed instead, keyed.
    code_hash BYTEA CHECK (octet_length(code_hash) = 32),
    -- How often digits were typed.
    tries BIGINT NOT NULL,
    -- Where the browser goes afterwards: one of the tenant's own addresses.
    return_to TEXT COLLATE "C",
    -- Whether a session is handed over there.
    opens_session BIGINT NOT NULL CHECK (opens_session IN (0, 1)),
    -- RFC 7636: `S256 challenge` or `plain challenge`.
    challenge TEXT COLLATE "C",
    -- Of an exchange: the session that is there already; without one it begins then.
    session_id BYTEA CHECK (session_id IS NULL OR purpose = 'exchange'),
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX one_time_links_by_user ON one_time_links (tenant_id, user_id, purpose);
CREATE INDEX one_time_links_by_email ON one_time_links (tenant_id, email, purpose);
CREATE INDEX one_time_links_by_age ON one_time_links (expires_at);

ALTER TABLE one_time_links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON one_time_links
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON one_time_links TO gatehouse_app;
