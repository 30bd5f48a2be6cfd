-- Users, sessions and installations get small numbers of their tenant, as shapes and messages have: a row and its indexes then carry a
-- few bytes for each instead of sixteen. The key of a row is its time and a sequence number made from the event's id, so that a repeated
-- delivery still meets the row of the first one.
CREATE TABLE subjects (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    -- 16 bytes of an id, or 0x00 and the client's own text.
    value BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    -- When maintenance found that no event names the row; the row is deleted some time later, unless an event names it again.
    retired_at INTEGER,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX subjects_by_value ON subjects (tenant_id, value);
CREATE INDEX subjects_by_retirement ON subjects (tenant_id, retired_at) WHERE retired_at IS NOT NULL;

-- Events with the same cause, by the fingerprint of its facts.
CREATE TABLE failures (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    -- SHA-256 of the version and the facts below, the first 16 bytes.
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
    version INTEGER NOT NULL,
    stage TEXT NOT NULL,
    code TEXT NOT NULL,
    root_domain TEXT,
    root_code TEXT,
    cause_domain TEXT,
    cause_code TEXT,
    server_code TEXT,
    http_class INTEGER,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX failures_by_fingerprint ON failures (tenant_id, fingerprint);

ALTER TABLE event_growth ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;

ALTER TABLE shapes ADD COLUMN name TEXT;
ALTER TABLE shapes ADD COLUMN network TEXT;
ALTER TABLE shapes ADD COLUMN build TEXT;
ALTER TABLE shapes ADD COLUMN app_state TEXT;
ALTER TABLE shapes ADD COLUMN failure_id INTEGER;

-- The domain, the code and the chain of an error, as compact JSON: they repeat with its message.
ALTER TABLE messages ADD COLUMN error TEXT;
ALTER TABLE messages ADD COLUMN retired_at INTEGER;
CREATE INDEX messages_by_retirement ON messages (tenant_id, retired_at) WHERE retired_at IS NOT NULL;

-- The highest numbers that were given, so that the number of a deleted row is not given again.
ALTER TABLE event_tenants ADD COLUMN highest_subject INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event_tenants ADD COLUMN highest_message INTEGER NOT NULL DEFAULT 0;

INSERT INTO subjects (tenant_id, id, value, created_at)
SELECT tenant_id, row_number() OVER (PARTITION BY tenant_id ORDER BY at, value), value, at FROM (
    SELECT tenant_id, value, min(at) AS at FROM (
        SELECT tenant_id, user_id AS value, received_at AS at FROM events WHERE user_id IS NOT NULL
        UNION ALL SELECT tenant_id, session_id, received_at FROM events WHERE session_id IS NOT NULL
        UNION ALL SELECT tenant_id, attempt_id, received_at FROM events WHERE attempt_id IS NOT NULL
    ) GROUP BY tenant_id, value);
UPDATE event_tenants SET
    highest_subject = coalesce((SELECT max(s.id) FROM subjects s WHERE s.tenant_id = event_tenants.number), 0),
    highest_message = coalesce((SELECT max(m.id) FROM messages m WHERE m.tenant_id = event_tenants.number), 0);

CREATE TABLE new_events (
    tenant_id INTEGER NOT NULL,
    occurred_at INTEGER NOT NULL,
    -- Tells apart the events of one millisecond: made from the id.
    seq INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    shape_id INTEGER NOT NULL,
    message_id INTEGER,
    -- Numbers of subjects.
    user_id INTEGER,
    session_id INTEGER,
    attempt_id INTEGER,
    installation_id INTEGER,
    duration_ms INTEGER,
    -- Milliseconds from the event to its receipt.
    delay INTEGER NOT NULL,
    -- The fields that nothing searches: compact JSON.
    rest TEXT,
    PRIMARY KEY (tenant_id, occurred_at, seq)
) STRICT, WITHOUT ROWID;

-- The last three bytes of the id as a number; where two events of a millisecond have the same, further ones get a number beyond.
INSERT INTO new_events
SELECT tenant_id, occurred_at, CASE WHEN place = 1 THEN seq ELSE 16777216 * place + seq END, id, shape_id, message_id,
    (SELECT s.id FROM subjects s WHERE s.tenant_id = e.tenant_id AND s.value = e.user_id),
    (SELECT s.id FROM subjects s WHERE s.tenant_id = e.tenant_id AND s.value = e.session_id),
    (SELECT s.id FROM subjects s WHERE s.tenant_id = e.tenant_id AND s.value = e.attempt_id),
    NULL, NULL, received_at - occurred_at, rest
FROM (
    SELECT *, row_number() OVER (PARTITION BY tenant_id, occurred_at, seq ORDER BY id) AS place FROM (
        SELECT *,
            instr('123456789ABCDEF', substr(hex(id), 27, 1)) * 1048576 + instr('123456789ABCDEF', substr(hex(id), 28, 1)) * 65536
            + instr('123456789ABCDEF', substr(hex(id), 29, 1)) * 4096 + instr('123456789ABCDEF', substr(hex(id), 30, 1)) * 256
            + instr('123456789ABCDEF', substr(hex(id), 31, 1)) * 16 + instr('123456789ABCDEF', substr(hex(id), 32, 1)) AS seq
        FROM events)) AS e;
DROP TABLE events;
ALTER TABLE new_events RENAME TO events;

CREATE INDEX events_by_user ON events (tenant_id, user_id, occurred_at) WHERE user_id IS NOT NULL;
CREATE INDEX events_by_session ON events (tenant_id, session_id, occurred_at) WHERE session_id IS NOT NULL;
CREATE INDEX events_by_attempt ON events (tenant_id, attempt_id, occurred_at) WHERE attempt_id IS NOT NULL;
CREATE INDEX events_by_installation ON events (tenant_id, installation_id, occurred_at) WHERE installation_id IS NOT NULL;
CREATE INDEX events_by_message ON events (tenant_id, message_id, occurred_at) WHERE message_id IS NOT NULL;

-- What the planner is to believe of the indexes.
DELETE FROM sqlite_stat1 WHERE tbl = 'events';
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('events', 'events', '10000000 1000000 2 1'),
    ('events', 'events_by_user', '9000000 900000 50 2'),
    ('events', 'events_by_session', '9000000 900000 20 2'),
    ('events', 'events_by_attempt', '9000000 900000 10 2'),
    ('events', 'events_by_installation', '9000000 900000 50 2'),
    ('events', 'events_by_message', '3000000 300000 500 2');
