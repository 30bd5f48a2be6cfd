-- How the people of a tenant sign in. A tenant without a row has the program's defaults.
CREATE TABLE tenant_settings (
    tenant_id BYTEA NOT NULL PRIMARY KEY REFERENCES tenants (id),
    -- Counts the changes.
    version BIGINT NOT NULL CHECK (version > 0),
    -- Names, separated by spaces.
    methods TEXT COLLATE "C" NOT NULL,
    dialect TEXT COLLATE "C" NOT NULL CHECK (dialect IN ('better-auth', 'gotrue', 'both')),
    is_anonymous BIGINT NOT NULL CHECK (is_anonymous IN (0, 1)),
    sign_up TEXT COLLATE "C" NOT NULL CHECK (sign_up IN ('open', 'invited', 'closed')),
    confirms_email BIGINT NOT NULL CHECK (confirms_email IN (0, 1)),
    idle_seconds BIGINT NOT NULL CHECK (idle_seconds > 0),
    absolute_seconds BIGINT NOT NULL CHECK (absolute_seconds > 0),
    access_token_seconds BIGINT NOT NULL CHECK (access_token_seconds > 0),
    -- That may be alive at once.
    sessions_per_person BIGINT NOT NULL CHECK (sessions_per_person > 0),
    requires_nonce BIGINT NOT NULL CHECK (requires_nonce IN (0, 1)),
    revokes_at_apple BIGINT NOT NULL CHECK (revokes_at_apple IN (0, 1)),
    language TEXT COLLATE "C" NOT NULL,
    -- JSON: a list of [code, language, text].
    texts TEXT COLLATE "C" NOT NULL,
    -- JSON: a list of [name, value], or [name, seconds, true] for a moment after creation.
    default_attributes TEXT COLLATE "C" NOT NULL,
    secures_password_change BIGINT NOT NULL CHECK (secures_password_change IN (0, 1)),
    -- Addresses, separated by spaces.
    redirects TEXT COLLATE "C" NOT NULL,
    -- What becomes of an account when the Apple Account behind it is gone.
    apple_deletion TEXT COLLATE "C" NOT NULL CHECK (apple_deletion IN ('keep', 'delete')),
    -- Whether a browser keeps several people signed in.
    multi_session BIGINT NOT NULL CHECK (multi_session IN (0, 1)),
    changed_at BIGINT NOT NULL
);

ALTER TABLE tenant_settings ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON tenant_settings
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_settings TO gatehouse_app;
