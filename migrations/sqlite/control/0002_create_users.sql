CREATE TABLE users (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    id BLOB NOT NULL CHECK (length(id) = 16),
    email TEXT,
    email_verified INTEGER NOT NULL CHECK (email_verified IN (0, 1)),
    name TEXT,
    -- The name folded for sorting; empty for people without one.
    name_key TEXT NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'disabled', 'invited')),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    last_seen_at INTEGER,
    -- JSON objects: what the app wrote, and what the back end wrote.
    user_metadata TEXT NOT NULL,
    app_metadata TEXT NOT NULL,
    is_anonymous INTEGER NOT NULL CHECK (is_anonymous IN (0, 1)),
    -- When someone disabled may come in again; never without it.
    banned_until INTEGER,
    -- How often the profile was changed, and in which version each part was changed last, as a JSON object.
    profile_version INTEGER NOT NULL DEFAULT 0,
    profile_parts TEXT NOT NULL DEFAULT '{}',
    -- Somebody else signed up with the same address, before anyone had confirmed it.
    contested INTEGER NOT NULL DEFAULT 0 CHECK (contested IN (0, 1)),
    PRIMARY KEY (tenant_id, id),
    CHECK (banned_until IS NULL OR state = 'disabled'),
    FOREIGN KEY (tenant_id, role) REFERENCES roles (tenant_id, name)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX users_by_email ON users (tenant_id, email) WHERE email IS NOT NULL;
CREATE INDEX users_by_name ON users (tenant_id, name_key, id);
CREATE INDEX users_by_last_seen ON users (tenant_id, last_seen_at, id);
CREATE INDEX users_by_role ON users (tenant_id, role, state, id);
-- Who may be looking for the console with this address, in whichever tenant.
CREATE INDEX users_by_email_anywhere ON users (email) WHERE email IS NOT NULL;

-- The words by which a person is found: of the name and of the address, folded.
CREATE TABLE user_terms (
    tenant_id BLOB NOT NULL,
    term TEXT NOT NULL,
    user_id BLOB NOT NULL,
    PRIMARY KEY (tenant_id, term, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX user_terms_by_user ON user_terms (tenant_id, user_id);

-- How many users there are by role and state, so that no page counts them one by one.
CREATE TABLE user_counts (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, role, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE identities (
    tenant_id BLOB NOT NULL,
    provider TEXT NOT NULL,
    subject TEXT NOT NULL,
    user_id BLOB NOT NULL,
    -- Of a password: its PHC string.
    secret TEXT,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    PRIMARY KEY (tenant_id, provider, subject),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX identities_by_user ON identities (tenant_id, user_id);

CREATE TABLE invitations (
    tenant_id BLOB NOT NULL,
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    user_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_user ON invitations (tenant_id, user_id);
