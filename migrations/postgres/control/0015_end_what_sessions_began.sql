-- With which session a link was asked for: when that one has ended the link is void.
ALTER TABLE one_time_links ADD COLUMN asked_session_id BYTEA;
-- Who handed a link over, as in the audit: it is good while they have the right to. Nobody, for one that the person asked for.
ALTER TABLE one_time_links ADD COLUMN maker_kind TEXT COLLATE "C" CHECK (maker_kind IN ('user', 'key', 'operator', 'system'));
ALTER TABLE one_time_links ADD COLUMN maker_id BYTEA;
-- That they were signed in with: when it was taken from them, what was made with it is void.
ALTER TABLE one_time_links ADD COLUMN maker_session_id BYTEA;
CREATE INDEX one_time_links_by_asking_session ON one_time_links (tenant_id, asked_session_id) WHERE asked_session_id IS NOT NULL;
CREATE INDEX one_time_links_by_maker ON one_time_links (tenant_id, maker_id) WHERE maker_id IS NOT NULL;
CREATE INDEX one_time_links_by_maker_session ON one_time_links (tenant_id, maker_session_id) WHERE maker_session_id IS NOT NULL;
-- Those that have to name a session, and were made before they did.
DELETE FROM one_time_links WHERE purpose IN ('change_email', 'reauthentication');

-- The same of invitations; nobody is known of those that were made before.
ALTER TABLE invitations ADD COLUMN maker_kind TEXT COLLATE "C" CHECK (maker_kind IN ('user', 'key', 'operator', 'system'));
ALTER TABLE invitations ADD COLUMN maker_id BYTEA;
-- That they were signed in with: when it was taken from them, what was made with it is void.
ALTER TABLE invitations ADD COLUMN maker_session_id BYTEA;
CREATE INDEX invitations_by_maker ON invitations (tenant_id, maker_id) WHERE maker_id IS NOT NULL;
CREATE INDEX invitations_by_maker_session ON invitations (tenant_id, maker_session_id) WHERE maker_session_id IS NOT NULL;

CREATE INDEX apple_flows_by_session ON apple_flows (tenant_id, session_id) WHERE session_id IS NOT NULL;

-- One-time links by which the mailbox of an account stops a change of its address.
CREATE TABLE email_change_stops (
    tenant_id BYTEA NOT NULL,
    token_hash BYTEA NOT NULL CHECK (octet_length(token_hash) = 32),
    user_id BYTEA NOT NULL,
    -- Where it went.
    email TEXT COLLATE "C" NOT NULL,
    -- That asked for the change.
    session_id BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at BIGINT,
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
);
CREATE INDEX email_change_stops_by_user ON email_change_stops (tenant_id, user_id);
CREATE INDEX email_change_stops_by_age ON email_change_stops (expires_at);

ALTER TABLE email_change_stops ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON email_change_stops
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON email_change_stops TO gatehouse_app;

-- Who made the write: their answers are forgotten when they may make no more.
ALTER TABLE idempotency_keys ADD COLUMN principal_id BYTEA;
CREATE INDEX idempotency_keys_by_principal ON idempotency_keys (tenant_id, principal_id) WHERE principal_id IS NOT NULL;
-- Answers of before hold what is shown once. An empty one stands for one that is forgotten.
UPDATE idempotency_keys SET answer = ''::bytea, done_at = coalesce(done_at, created_at) WHERE answer IS NOT NULL;
