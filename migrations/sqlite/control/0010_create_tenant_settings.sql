-- How the people of a tenant sign in. A tenant without a row has the program's defaults.
CREATE TABLE tenant_settings (
    tenant_id BLOB NOT NULL PRIMARY KEY REFERENCES tenants (id),
    -- Counts the changes.
    version INTEGER NOT NULL CHECK (version > 0),
    -- Names, separated by spaces.
    methods TEXT NOT NULL,
    dialect TEXT NOT NULL CHECK (dialect IN ('better-auth', 'gotrue', 'both')),
    is_anonymous INTEGER NOT NULL CHECK (is_anonymous IN (0, 1)),
    sign_up TEXT NOT NULL CHECK (sign_up IN ('open', 'invited', 'closed')),
    confirms_email INTEGER NOT NULL CHECK (confirms_email IN (0, 1)),
    idle_seconds INTEGER NOT NULL CHECK (idle_seconds > 0),
    absolute_seconds INTEGER NOT NULL CHECK (absolute_seconds > 0),
    access_token_seconds INTEGER NOT NULL CHECK (access_token_seconds > 0),
    -- That may be alive at once.
    sessions_per_person INTEGER NOT NULL CHECK (sessions_per_person > 0),
    requires_nonce INTEGER NOT NULL CHECK (requires_nonce IN (0, 1)),
    revokes_at_apple INTEGER NOT NULL CHECK (revokes_at_apple IN (0, 1)),
    language TEXT NOT NULL,
    -- JSON: a list of [code, language, text].
    texts TEXT NOT NULL,
    -- JSON: a list of [name, value], or [name, seconds, true] for a moment after creation.
    default_attributes TEXT NOT NULL,
    secures_password_change INTEGER NOT NULL CHECK (secures_password_change IN (0, 1)),
    -- Addresses, separated by spaces.
    redirects TEXT NOT NULL,
    -- What becomes of an account when the Apple Account behind it is gone.
    apple_deletion TEXT NOT NULL CHECK (apple_deletion IN ('keep', 'delete')),
    -- Whether a browser keeps several people signed in.
    multi_session INTEGER NOT NULL CHECK (multi_session IN (0, 1)),
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
