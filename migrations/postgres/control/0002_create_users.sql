CREATE TABLE users (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    email TEXT COLLATE "C",
    email_verified BIGINT NOT NULL CHECK (email_verified IN (0, 1)),
    name TEXT COLLATE "C",
    -- The name folded for sorting; empty for people without one.
    name_key TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('active', 'disabled', 'invited')),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    last_seen_at BIGINT,
    -- JSON objects: what the app wrote, and what the back end wrote.
    user_metadata TEXT COLLATE "C" NOT NULL,
    app_metadata TEXT COLLATE "C" NOT NULL,
    is_anonymous BIGINT NOT NULL CHECK (is_anonymous IN (0, 1)),
    -- When someone disabled may come in again; never without it.
    banned_until BIGINT,
    -- How often the profile was changed, and in which version each part was changed last, as a JSON object.
    profile_version BIGINT NOT NULL DEFAULT 0,
    profile_parts TEXT NOT NULL DEFAULT '{}',
    -- Somebody else signed up with the same address, before anyone had confirmed it.
    contested BIGINT NOT NULL DEFAULT 0 CHECK (contested IN (0, 1)),
    PRIMARY KEY (tenant_id, id),
    CHECK (banned_until IS NULL OR state = 'disabled'),
    FOREIGN KEY (tenant_id, role) REFERENCES roles (tenant_id, name)
);
CREATE UNIQUE INDEX users_by_email ON users (tenant_id, email) WHERE email IS NOT NULL;
CREATE INDEX users_by_name ON users (tenant_id, name_key, id);
CREATE INDEX users_by_last_seen ON users (tenant_id, last_seen_at, id);
CREATE INDEX users_by_role ON users (tenant_id, role, state, id);
-- Who may be looking for the console with this address, in whichever tenant.
CREATE INDEX users_by_email_anywhere ON users (email) WHERE email IS NOT NULL;

-- The words by which a person is found: of the name and of the address, folded.
CREATE TABLE user_terms (
    tenant_id BYTEA NOT NULL,
    term TEXT COLLATE "C" NOT NULL,
    user_id BYTEA NOT NULL,
    PRIMARY KEY (tenant_id, term, user_id),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX user_terms_by_user ON user_terms (tenant_id, user_id);

-- How many users there are by role and state, so that no page counts them one by one.
CREATE TABLE user_counts (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    role TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, role, state)
) WITH (fillfactor = 50);

CREATE TABLE identities (
    tenant_id BYTEA NOT NULL,
    provider TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    user_id BYTEA NOT NULL,
    -- Of a password: its PHC string.
    secret TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    last_used_at BIGINT,
    PRIMARY KEY (tenant_id, provider, subject),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX identities_by_user ON identities (tenant_id, user_id);

CREATE TABLE invitations (
    tenant_id BYTEA NOT NULL,
    token_hash BYTEA NOT NULL CHECK (octet_length(token_hash) = 32),
    user_id BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_user ON invitations (tenant_id, user_id);

ALTER TABLE users ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON users
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE user_terms ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON user_terms
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE user_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON user_counts
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE identities ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON identities
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE invitations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON invitations
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON users, user_terms, user_counts, identities, invitations TO gatehouse_app;
