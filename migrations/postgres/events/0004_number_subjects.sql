-- Replaces 627dd2e8ffa2f4bb2177a8d07b4c865cd240e05eb53e788122b72910b3f28d22.
-- Users, sessions and installations get small numbers of their tenant, as shapes and messages have: a row and its indexes then carry a
-- few bytes for each instead of sixteen. The key of a row is its time and a sequence number made from the event's id, so that a repeated
-- delivery still meets the row of the first one.
SELECT set_config('gatehouse.installation', 'yes', true);

CREATE TABLE subjects (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    -- 16 bytes of an id, or 0x00 and the client's own text.
    value BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    -- When maintenance found that no event names the row; the row is deleted some time later, unless an event names it again.
    retired_at BIGINT,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX subjects_by_value ON subjects (tenant_id, value);
CREATE INDEX subjects_by_retirement ON subjects (tenant_id, retired_at) WHERE retired_at IS NOT NULL;

-- Events with the same cause, by the fingerprint of its facts.
CREATE TABLE failures (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    -- SHA-256 of the version and the facts below, the first 16 bytes.
    fingerprint BYTEA NOT NULL CHECK (octet_length(fingerprint) = 16),
    version INTEGER NOT NULL,
    stage TEXT COLLATE "C" NOT NULL,
    code TEXT COLLATE "C" NOT NULL,
    root_domain TEXT COLLATE "C",
    root_code TEXT COLLATE "C",
    cause_domain TEXT COLLATE "C",
    cause_code TEXT COLLATE "C",
    server_code TEXT COLLATE "C",
    http_class INTEGER,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX failures_by_fingerprint ON failures (tenant_id, fingerprint);

ALTER TABLE event_growth ADD COLUMN failures BIGINT NOT NULL DEFAULT 0;

ALTER TABLE shapes ADD COLUMN name TEXT COLLATE "C";
ALTER TABLE shapes ADD COLUMN network TEXT COLLATE "C";
ALTER TABLE shapes ADD COLUMN build TEXT COLLATE "C";
ALTER TABLE shapes ADD COLUMN app_state TEXT COLLATE "C";
ALTER TABLE shapes ADD COLUMN failure_id INTEGER;

-- The domain, the code and the chain of an error, as compact JSON: they repeat with its message.
ALTER TABLE messages ADD COLUMN error TEXT COLLATE "C";
ALTER TABLE messages ADD COLUMN retired_at BIGINT;
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
    ) AS needles GROUP BY tenant_id, value) AS firsts;
UPDATE event_tenants SET
    highest_subject = coalesce((SELECT max(s.id) FROM subjects s WHERE s.tenant_id = event_tenants.number), 0),
    highest_message = coalesce((SELECT max(m.id) FROM messages m WHERE m.tenant_id = event_tenants.number), 0);

CREATE TEMPORARY TABLE former_events ON COMMIT DROP AS SELECT * FROM events;
-- The days go with it.
DROP TABLE events;

-- By day, so that old days go at once. What lies outside the days that are there is in events_default.
-- Eight bytes before four and texts, so that nothing needs padding.
CREATE TABLE events (
    occurred_at BIGINT NOT NULL,
    -- Milliseconds from the event to its receipt.
    delay BIGINT NOT NULL,
    tenant_id INTEGER NOT NULL,
    -- Tells apart the events of one millisecond: made from the id.
    seq INTEGER NOT NULL,
    shape_id INTEGER NOT NULL,
    message_id INTEGER,
    -- Numbers of subjects.
    user_id INTEGER,
    session_id INTEGER,
    attempt_id INTEGER,
    installation_id INTEGER,
    duration_ms INTEGER,
    id BYTEA NOT NULL,
    -- The fields that nothing searches: compact JSON.
    rest TEXT COLLATE "C",
    PRIMARY KEY (tenant_id, occurred_at, seq)
) PARTITION BY RANGE (occurred_at);
CREATE TABLE events_default PARTITION OF events DEFAULT;
ALTER TABLE events_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE INDEX events_by_user ON events (tenant_id, user_id, occurred_at) WHERE user_id IS NOT NULL;
CREATE INDEX events_by_session ON events (tenant_id, session_id, occurred_at) WHERE session_id IS NOT NULL;
CREATE INDEX events_by_attempt ON events (tenant_id, attempt_id, occurred_at) WHERE attempt_id IS NOT NULL;
CREATE INDEX events_by_installation ON events (tenant_id, installation_id, occurred_at) WHERE installation_id IS NOT NULL;
CREATE INDEX events_by_message ON events (tenant_id, message_id, occurred_at) WHERE message_id IS NOT NULL;

ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON events
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));
ALTER TABLE subjects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON subjects
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));
ALTER TABLE failures ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON failures
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));
GRANT SELECT, INSERT, UPDATE, DELETE ON events, subjects, failures TO gatehouse_app;

CREATE OR REPLACE FUNCTION drop_event_days(before_day BIGINT) RETURNS BIGINT
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = events, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    milliseconds CONSTANT BIGINT := 86400000;
    dropped BIGINT := 0;
    partition NAME;
    before CONSTANT TEXT := coalesce(current_setting('gatehouse.installation', true), '');
BEGIN
    FOR partition IN
        SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'events'::regclass AND c.relname ~ '^events_d[0-9]{5}$'
            AND CASE WHEN c.relname ~ '^events_d[0-9]{5}$' THEN substr(c.relname, 9)::BIGINT < before_day END
        ORDER BY c.relname LIMIT 100
    LOOP
        -- First of all the lock that everyone takes first.
        LOCK TABLE ONLY events IN ACCESS EXCLUSIVE MODE;
        EXECUTE format('DROP TABLE IF EXISTS %I', partition);
        dropped := dropped + 1;
    END LOOP;
    IF dropped > 0 THEN RETURN dropped; END IF;
    PERFORM set_config('gatehouse.installation', 'yes', true);
    DELETE FROM events WHERE (tenant_id, occurred_at, seq) IN (
        SELECT tenant_id, occurred_at, seq FROM events WHERE occurred_at < before_day * milliseconds LIMIT 10000)
        AND occurred_at < before_day * milliseconds;
    GET DIAGNOSTICS dropped = ROW_COUNT;
    PERFORM set_config('gatehouse.installation', before, true);
    RETURN dropped;
END $$;

SELECT prepare_event_days(today - 35, today + 3) FROM (SELECT extract(epoch FROM now())::BIGINT / 86400 AS today) AS now;
-- The function has ended the setting that it found.
SELECT set_config('gatehouse.installation', 'yes', true);

-- The last three bytes of the id as a number; where two events of a millisecond have the same, further ones get a number beyond, by their
-- place among all events of the millisecond: a number of four bytes has room for two billion.
INSERT INTO events (
    tenant_id, occurred_at, seq, id, shape_id, message_id, user_id, session_id, attempt_id, delay, rest)
SELECT e.tenant_id, e.occurred_at, CASE WHEN e.place = 1 THEN e.seq ELSE 16777216 + e.number END, e.id, e.shape_id, e.message_id,
    u.id, s.id, a.id, e.received_at - e.occurred_at, e.rest
FROM (
    SELECT *, row_number() OVER (PARTITION BY tenant_id, occurred_at, seq ORDER BY id) AS place,
        (row_number() OVER (PARTITION BY tenant_id, occurred_at ORDER BY id))::INTEGER AS number FROM (
        SELECT *, get_byte(id, 13) * 65536 + get_byte(id, 14) * 256 + get_byte(id, 15) AS seq FROM former_events) AS numbered) AS e
LEFT JOIN subjects u ON u.tenant_id = e.tenant_id AND u.value = e.user_id
LEFT JOIN subjects s ON s.tenant_id = e.tenant_id AND s.value = e.session_id
LEFT JOIN subjects a ON a.tenant_id = e.tenant_id AND a.value = e.attempt_id;

SELECT set_config('gatehouse.installation', '', true);
