-- With which session a link was asked for: when that one has ended the link is void.
ALTER TABLE one_time_links ADD COLUMN asked_session_id BLOB;
-- Who handed a link over, as in the audit: it is good while they have the right to. Nobody, for one that the person asked for.
ALTER TABLE one_time_links ADD COLUMN maker_kind TEXT CHECK (maker_kind IN ('user', 'key', 'operator', 'system'));
ALTER TABLE one_time_links ADD COLUMN maker_id BLOB;
-- That they were signed in with: when it was taken from them, what was made with it is void.
ALTER TABLE one_time_links ADD COLUMN maker_session_id BLOB;
CREATE INDEX one_time_links_by_asking_session ON one_time_links (tenant_id, asked_session_id) WHERE asked_session_id IS NOT NULL;
CREATE INDEX one_time_links_by_maker ON one_time_links (tenant_id, maker_id) WHERE maker_id IS NOT NULL;
CREATE INDEX one_time_links_by_maker_session ON one_time_links (tenant_id, maker_session_id) WHERE maker_session_id IS NOT NULL;
-- Those that have to name a session, and were made before they did.
DELETE FROM one_time_links WHERE purpose IN ('change_email', 'reauthentication');

-- The same of invitations; nobody is known of those that were made before.
ALTER TABLE invitations ADD COLUMN maker_kind TEXT CHECK (maker_kind IN ('user', 'key', 'operator', 'system'));
ALTER TABLE invitations ADD COLUMN maker_id BLOB;
-- That they were signed in with: when it was taken from them, what was made with it is void.
ALTER TABLE invitations ADD COLUMN maker_session_id BLOB;
CREATE INDEX invitations_by_maker ON invitations (tenant_id, maker_id) WHERE maker_id IS NOT NULL;
CREATE INDEX invitations_by_maker_session ON invitations (tenant_id, maker_session_id) WHERE maker_session_id IS NOT NULL;

CREATE INDEX apple_flows_by_session ON apple_flows (tenant_id, session_id) WHERE session_id IS NOT NULL;

-- One-time links by which the mailbox of an account stops a change of its address.
CREATE TABLE email_change_stops (
    tenant_id BLOB NOT NULL,
    token_hash BLOB NOT NULL CHECK (length(token_hash) = 32),
    user_id BLOB NOT NULL,
    -- Where it went.
    email TEXT NOT NULL,
    -- That asked for the change.
    session_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    PRIMARY KEY (tenant_id, token_hash),
    FOREIGN KEY (tenant_id, user_id) REFERENCES users (tenant_id, id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX email_change_stops_by_user ON email_change_stops (tenant_id, user_id);
CREATE INDEX email_change_stops_by_age ON email_change_stops (expires_at);

-- Who made the write: their answers are forgotten when they may make no more.
ALTER TABLE idempotency_keys ADD COLUMN principal_id BLOB;
CREATE INDEX idempotency_keys_by_principal ON idempotency_keys (tenant_id, principal_id) WHERE principal_id IS NOT NULL;
-- Answers of before hold what is shown once. An empty one stands for one that is forgotten.
UPDATE idempotency_keys SET answer = x'', done_at = coalesce(done_at, created_at) WHERE answer IS NOT NULL;
