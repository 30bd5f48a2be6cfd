-- Who stood for the person when the session began; nobody for one who proved nothing.
ALTER TABLE sessions ADD COLUMN provider TEXT COLLATE "C";

-- What Apple has told of a person since they signed in.
CREATE TABLE apple_people (
    tenant_id BYTEA NOT NULL,
    -- As in identities.
    subject TEXT COLLATE "C" NOT NULL,
    user_id BYTEA NOT NULL,
    -- When Apple issued the latest token that signed them in.
    authorized_at BIGINT NOT NULL,
    -- When they took the app's right away; a token from before is not good any more.
    withdrawn_at BIGINT,
    account_deleted_at BIGINT,
    -- Whether Apple's relay passes mail on, as told last.
    forwards_mail BIGINT CHECK (forwards_mail IN (0, 1)),
    mail_changed_at BIGINT,
    PRIMARY KEY (tenant_id, subject),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX apple_people_by_user ON apple_people (tenant_id, user_id);

-- Notifications of Apple's that were taken, so that none counts twice.
CREATE TABLE apple_notices (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    id_hash BYTEA NOT NULL CHECK (octet_length(id_hash) = 32),
    taken_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id_hash)
);
CREATE INDEX apple_notices_by_time ON apple_notices (taken_at);

-- Refresh tokens that Apple has still to be told are not wanted any more.
CREATE TABLE apple_revocations (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    -- The account may be gone.
    user_id BYTEA NOT NULL CHECK (octet_length(user_id) = 16),
    client_id TEXT COLLATE "C" NOT NULL,
    queued_at BIGINT NOT NULL,
    subject TEXT COLLATE "C",
    reason TEXT COLLATE "C" NOT NULL CHECK (reason IN ('account_deleted', 'signed_out_everywhere', 'unlinked')),
    -- As it stood in apple_tokens.
    sealed BYTEA NOT NULL,
    attempts BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    last_error TEXT COLLATE "C",
    PRIMARY KEY (tenant_id, user_id, client_id, queued_at)
);
CREATE INDEX apple_revocations_by_time ON apple_revocations (next_at);
-- Each sign-in looks whether one waits for the same person.
CREATE INDEX apple_revocations_by_subject ON apple_revocations (tenant_id, subject);

-- Sign-ins by Apple's page that have begun and not come back yet.
CREATE TABLE apple_flows (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    state_hash BYTEA NOT NULL CHECK (octet_length(state_hash) = 32),
    -- Of what the browser keeps, so that nobody can be made to finish someone else's.
    browser_hash BYTEA NOT NULL CHECK (octet_length(browser_hash) = 32),
    -- Whether an app gets a session by a cookie or by tokens, or the console, or an account another way to sign in.
    purpose TEXT COLLATE "C" NOT NULL CHECK (purpose IN ('app', 'tokens', 'console', 'link')),
    -- Whose account that is: the one who has this session.
    session_id BYTEA CHECK ((session_id IS NOT NULL) = (purpose = 'link')),
    -- RFC 7636: of whom the tokens are handed to; without one they stand behind the address.
    challenge TEXT COLLATE "C" CHECK (challenge IS NULL OR purpose = 'tokens'),
    nonce TEXT COLLATE "C" NOT NULL,
    redirect_uri TEXT COLLATE "C" NOT NULL,
    return_to TEXT COLLATE "C" NOT NULL,
    error_to TEXT COLLATE "C" NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, state_hash)
);
CREATE INDEX apple_flows_by_expiry ON apple_flows (expires_at);

ALTER TABLE apple_people ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON apple_people
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE apple_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON apple_notices
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE apple_revocations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON apple_revocations
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE apple_flows ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON apple_flows
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON apple_people, apple_notices, apple_revocations, apple_flows TO gatehouse_app;
