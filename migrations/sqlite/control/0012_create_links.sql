-- One-time links and codes that prove who holds a mailbox, or that an administrator handed over. Only hashes are stored.
CREATE TABLE one_time_links (
    tenant_id BLOB NOT NULL,
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    purpose TEXT NOT NULL CHECK (
        purpose IN ('verify_email', 'reset_password', 'sign_in', 'change_email', 'reauthentication', 'exchange')),
    user_id BLOB NOT NULL,
    -- Where it went; the new address of a change.
    email TEXT,
    -- Of the digits that can be typed instead, keyed.
    code_hash BLOB CHECK (length(code_hash) = 32),
    -- How often digits were typed.
    tries INTEGER NOT NULL,
    -- Where the browser goes afterwards: one of the tenant's own addresses.
    return_to TEXT,
    -- Whether a session is handed over there.
    opens_session INTEGER NOT NULL CHECK (opens_session IN (0, 1)),
    -- RFC 7636: `S256 challenge` or `plain challenge`.
    challenge TEXT,
    -- Of an exchange: the session that is there already; without one it begins then.
    session_id BLOB CHECK (session_id IS NULL OR purpose = 'exchange'),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_links_by_user ON one_time_links (tenant_id, user_id, purpose);
CREATE INDEX one_time_links_by_email ON one_time_links (tenant_id, email, purpose);
CREATE INDEX one_time_links_by_age ON one_time_links (expires_at);
