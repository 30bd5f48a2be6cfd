-- The events of all tenants, as a star: each combination of facts once (shapes), each text once (messages),
-- and slim rows that name them. Tenants have small numbers here, because every key and index starts with one.
CREATE TABLE event_tenants (
    number INTEGER NOT NULL PRIMARY KEY,
    id BLOB NOT NULL UNIQUE CHECK (length(id) = 16)
) STRICT;

CREATE TABLE shapes (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    -- SHA-256 of the columns below, the first 16 bytes.
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
    source TEXT NOT NULL,
    stage TEXT NOT NULL,
    outcome TEXT NOT NULL,
    code TEXT,
    provider TEXT,
    platform TEXT,
    app_version TEXT,
    os_version TEXT,
    device_model TEXT,
    environment TEXT,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX shapes_by_fingerprint ON shapes (tenant_id, fingerprint);

CREATE TABLE messages (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    fingerprint BLOB NOT NULL CHECK (length(fingerprint) = 16),
    text TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX messages_by_fingerprint ON messages (tenant_id, fingerprint);

-- How many shapes and messages a tenant has made today: past the cap the excess folds into 'other'.
CREATE TABLE event_growth (
    tenant_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    shapes INTEGER NOT NULL,
    messages INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
    tenant_id INTEGER NOT NULL,
    occurred_at INTEGER NOT NULL,
    id BLOB NOT NULL,
    shape_id INTEGER NOT NULL,
    message_id INTEGER,
    -- 16 bytes of an id, or 0x00 and the client's own text.
    user_id BLOB,
    session_id BLOB,
    attempt_id BLOB,
    -- When it was received, and the fields that nothing searches: compact JSON.
    received_at INTEGER NOT NULL,
    rest TEXT,
    PRIMARY KEY (tenant_id, occurred_at, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_user ON events (tenant_id, user_id, occurred_at) WHERE user_id IS NOT NULL;
CREATE INDEX events_by_session ON events (tenant_id, session_id, occurred_at) WHERE session_id IS NOT NULL;
CREATE INDEX events_by_attempt ON events (tenant_id, attempt_id, occurred_at) WHERE attempt_id IS NOT NULL;
CREATE INDEX events_by_message ON events (tenant_id, message_id, occurred_at) WHERE message_id IS NOT NULL;

-- Charts read these and never the rows: events by minute, by hour and by day.
CREATE TABLE event_counts (
    tenant_id INTEGER NOT NULL,
    -- 'm' for a minute, 'h' for an hour, 'd' for a day.
    span TEXT NOT NULL CHECK (span IN ('m', 'h', 'd')),
    -- The first millisecond of the span, in UTC.
    start INTEGER NOT NULL,
    shape_id INTEGER NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, span, start, shape_id)
) STRICT, WITHOUT ROWID;
-- In which hours a rare kind of event happened.
CREATE INDEX event_counts_by_shape ON event_counts (tenant_id, shape_id, start) WHERE span = 'h';

-- The same without the shapes, for charts that ask for nothing else: a few rows for each span, however many shapes there are.
CREATE TABLE event_totals (
    tenant_id INTEGER NOT NULL,
    span TEXT NOT NULL CHECK (span IN ('m', 'h', 'd')),
    start INTEGER NOT NULL,
    stage TEXT NOT NULL,
    outcome TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, span, start, stage, outcome)
) STRICT, WITHOUT ROWID;

-- Events whose client's clock was wrong: the time that the first delivery gave them, so that a repeated one gets the same.
CREATE TABLE redated_events (
    tenant_id INTEGER NOT NULL,
    id BLOB NOT NULL,
    occurred_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX redated_events_by_age ON redated_events (received_at);

-- What became of every item that arrived, by hour.
CREATE TABLE item_outcomes (
    tenant_id INTEGER NOT NULL,
    start INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    n INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, start, outcome, reason)
) STRICT, WITHOUT ROWID;

CREATE TABLE probes (
    name TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What the planner is to believe of the indexes: a user, a session, an attempt or a message has few events, a tenant has many.
-- Without it, a search for a user walks through all events of the range.
ANALYZE;
DELETE FROM sqlite_stat1;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
    ('events', 'events', '10000000 1000000 2 1'),
    ('events', 'events_by_user', '9000000 900000 50 2'),
    ('events', 'events_by_session', '9000000 900000 50 2'),
    ('events', 'events_by_attempt', '9000000 900000 10 2'),
    ('events', 'events_by_message', '3000000 300000 500 2'),
    ('event_counts', 'event_counts', '1000000 100000 50000 200 1'),
    ('event_counts', 'event_counts_by_shape', '300000 30000 200 1');
