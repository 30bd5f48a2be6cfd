-- Who stood for the person when the session began; nobody for one who proved nothing.
ALTER TABLE sessions ADD COLUMN provider TEXT;

-- What Apple has told of a person since they signed in.
CREATE TABLE apple_people (
    tenant_id BLOB NOT NULL,
    -- As in identities.
    subject TEXT NOT NULL,
    user_id BLOB NOT NULL,
    -- When Apple issued the latest token that signed them in.
    authorized_at INTEGER NOT NULL,
    -- When they took the app's right away; a token from before is not good any more.
    withdrawn_at INTEGER,
    account_deleted_at INTEGER,
    -- Whether Apple's relay passes mail on, as told last.
    forwards_mail INTEGER CHECK (forwards_mail IN (0, 1)),
    mail_changed_at INTEGER,
    PRIMARY KEY (tenant_id, subject),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX apple_people_by_user ON apple_people (tenant_id, user_id);

-- Notifications of Apple's that were taken, so that none counts twice.
CREATE TABLE apple_notices (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    id_hash BLOB NOT NULL CHECK (length(id_hash) = 32),
    taken_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX apple_notices_by_time ON apple_notices (taken_at);

-- Refresh tokens that Apple has still to be told are not wanted any more.
CREATE TABLE apple_revocations (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    -- The account may be gone.
    user_id BLOB NOT NULL CHECK (length(user_id) = 16),
    client_id TEXT NOT NULL,
    queued_at INTEGER NOT NULL,
    subject TEXT,
    reason TEXT NOT NULL CHECK (reason IN ('account_deleted', 'signed_out_everywhere', 'unlinked')),
    -- As it stood in apple_tokens.
    sealed BLOB NOT NULL,
    attempts INTEGER NOT NULL,
    next_at INTEGER NOT NULL,
    last_error TEXT,
    PRIMARY KEY (tenant_id, user_id, client_id, queued_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX apple_revocations_by_time ON apple_revocations (next_at);
-- Each sign-in looks whether one waits for the same person.
CREATE INDEX apple_revocations_by_subject ON apple_revocations (tenant_id, subject);

-- Sign-ins by Apple's page that have begun and not come back yet.
CREATE TABLE apple_flows (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    state_hash BLOB NOT NULL CHECK (length(state_hash) = 32),
    -- Of what the browser keeps, so that nobody can be made to finish someone else's.
    browser_hash BLOB NOT NULL CHECK (length(browser_hash) = 32),
    -- Whether an app gets a session by a cookie or by tokens, or the console, or an account another way to sign in.
    purpose TEXT NOT NULL CHECK (purpose IN ('app', 'tokens', 'console', 'link')),
    -- Whose account that is: the one who has this session.
    session_id BLOB CHECK ((session_id IS NOT NULL) = (purpose = 'link')),
    -- RFC 7636: of whom the tokens are handed to; without one they stand behind the address.
    challenge TEXT CHECK (challenge IS NULL OR purpose = 'tokens'),
    nonce TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    return_to TEXT NOT NULL,
    error_to TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, state_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX apple_flows_by_expiry ON apple_flows (expires_at);
