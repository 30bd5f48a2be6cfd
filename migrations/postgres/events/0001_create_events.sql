-- Whose rows a transaction may see and write: it says so with SET LOCAL, and one that says nothing has none.
-- The policies call these in sub-selects, which are evaluated once a statement, not once a row.
CREATE FUNCTION is_installation() RETURNS BOOLEAN
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = events, pg_temp
RETURN coalesce(current_setting('gatehouse.installation', true) = 'yes', false);

-- NULL when no tenant is set; after a transaction that set one, the setting is an empty text.
CREATE FUNCTION current_tenant() RETURNS BYTEA
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = events, pg_temp
RETURN decode(replace(nullif(current_setting('gatehouse.tenant', true), ''), '-', ''), 'hex');

REVOKE ALL ON FUNCTION is_installation(), current_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_installation(), current_tenant() TO gatehouse_app;

-- The events of all tenants, as a star: each combination of facts once (shapes), each text once (messages),
-- and slim rows that name them. Tenants have small numbers here, because every key and index starts with one.
CREATE TABLE event_tenants (
    number INTEGER NOT NULL PRIMARY KEY,
    id BYTEA NOT NULL UNIQUE CHECK (octet_length(id) = 16)
);

-- The small number of the tenant that is set; NULL when it has no events.
CREATE FUNCTION current_tenant_number() RETURNS INTEGER
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = events, pg_temp
RETURN (SELECT number FROM event_tenants WHERE id = current_tenant());
REVOKE ALL ON FUNCTION current_tenant_number() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION current_tenant_number() TO gatehouse_app;

CREATE TABLE shapes (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    -- SHA-256 of the columns below, the first 16 bytes.
    fingerprint BYTEA NOT NULL CHECK (octet_length(fingerprint) = 16),
    source TEXT COLLATE "C" NOT NULL,
    stage TEXT COLLATE "C" NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    code TEXT COLLATE "C",
    provider TEXT COLLATE "C",
    platform TEXT COLLATE "C",
    app_version TEXT COLLATE "C",
    os_version TEXT COLLATE "C",
    device_model TEXT COLLATE "C",
    environment TEXT COLLATE "C",
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX shapes_by_fingerprint ON shapes (tenant_id, fingerprint);

CREATE TABLE messages (
    tenant_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    fingerprint BYTEA NOT NULL CHECK (octet_length(fingerprint) = 16),
    text TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE UNIQUE INDEX messages_by_fingerprint ON messages (tenant_id, fingerprint);

-- How many shapes and messages a tenant has made today: past the cap the excess folds into 'other'.
CREATE TABLE event_growth (
    tenant_id INTEGER NOT NULL,
    day BIGINT NOT NULL,
    shapes BIGINT NOT NULL,
    messages BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, day)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- By day, so that old days go at once. What lies outside the days that are there is in events_default.
-- Numbers stand before texts, where they need no padding.
CREATE TABLE events (
    tenant_id INTEGER NOT NULL,
    shape_id INTEGER NOT NULL,
    occurred_at BIGINT NOT NULL,
    -- When it was received; and at the end the fields that nothing searches: compact JSON.
    received_at BIGINT NOT NULL,
    message_id INTEGER,
    id BYTEA NOT NULL,
    -- 16 bytes of an id, or 0x00 and the client's own text.
    user_id BYTEA,
    session_id BYTEA,
    attempt_id BYTEA,
    rest TEXT COLLATE "C",
    PRIMARY KEY (tenant_id, occurred_at, id)
) PARTITION BY RANGE (occurred_at);
CREATE TABLE events_default PARTITION OF events DEFAULT;
ALTER TABLE events_default ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE INDEX events_by_user ON events (tenant_id, user_id, occurred_at) WHERE user_id IS NOT NULL;
CREATE INDEX events_by_session ON events (tenant_id, session_id, occurred_at) WHERE session_id IS NOT NULL;
CREATE INDEX events_by_attempt ON events (tenant_id, attempt_id, occurred_at) WHERE attempt_id IS NOT NULL;
CREATE INDEX events_by_message ON events (tenant_id, message_id, occurred_at) WHERE message_id IS NOT NULL;

-- Charts read these and never the rows: events by minute, by hour and by day.
CREATE TABLE event_counts (
    tenant_id INTEGER NOT NULL,
    -- 'm' for a minute, 'h' for an hour, 'd' for a day.
    span TEXT COLLATE "C" NOT NULL CHECK (span IN ('m', 'h', 'd')),
    -- The first millisecond of the span, in UTC.
    start BIGINT NOT NULL,
    shape_id INTEGER NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, span, start, shape_id)
) PARTITION BY LIST (span);
-- A table for each span, so that what a chart reads lies together: without it each hour is on a page with its minutes.
CREATE TABLE event_counts_m PARTITION OF event_counts FOR VALUES IN ('m')
    WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE event_counts_m ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE TABLE event_counts_h PARTITION OF event_counts FOR VALUES IN ('h')
    WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE event_counts_h ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE TABLE event_counts_d PARTITION OF event_counts FOR VALUES IN ('d')
    WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
ALTER TABLE event_counts_d ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
-- In which hours a rare kind of event happened.
CREATE INDEX event_counts_by_shape ON event_counts (tenant_id, shape_id, start) WHERE span = 'h';

-- The same without the shapes, for charts that ask for nothing else: a few rows for each span, however many shapes there are.
CREATE TABLE event_totals (
    tenant_id INTEGER NOT NULL,
    span TEXT COLLATE "C" NOT NULL CHECK (span IN ('m', 'h', 'd')),
    start BIGINT NOT NULL,
    stage TEXT COLLATE "C" NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, span, start, stage, outcome)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Events whose client's clock was wrong: the time that the first delivery gave them, so that a repeated one gets the same.
CREATE TABLE redated_events (
    tenant_id INTEGER NOT NULL,
    id BYTEA NOT NULL,
    occurred_at BIGINT NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX redated_events_by_age ON redated_events (received_at);

-- What became of every item that arrived, by hour.
CREATE TABLE item_outcomes (
    tenant_id INTEGER NOT NULL,
    start BIGINT NOT NULL,
    outcome TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    n BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, start, outcome, reason)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

CREATE TABLE probes (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

ALTER TABLE event_tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON event_tenants
    USING ((SELECT is_installation()) OR id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR id = (SELECT current_tenant()));

ALTER TABLE shapes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON shapes
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE messages ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON messages
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE event_growth ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON event_growth
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON events
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE event_counts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON event_counts
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE event_totals ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON event_totals
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE redated_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON redated_events
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE item_outcomes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON item_outcomes
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE probes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_installation ON probes
    USING ((SELECT is_installation()))
    WITH CHECK ((SELECT is_installation()));

GRANT SELECT, INSERT, UPDATE, DELETE ON
    event_tenants, shapes, messages, event_growth, events, event_counts, event_totals, redated_events, item_outcomes, probes
TO gatehouse_app;

-- Days of events. The owner, whose right these functions lend, is itself bound by the policies: they let it see all
-- rows while they run, no longer. They wait for a lock for half a second and then fail: whoever calls comes again.

-- Makes the partitions that are missing from one day to another, in days since 1970, and moves into them what
-- events_default holds of these days.
-- Returns how many were made. Callers at the same time wait for each other, and the second finds nothing to do.
CREATE FUNCTION prepare_event_days(first_day BIGINT, last_day BIGINT) RETURNS BIGINT
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = events, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
    milliseconds CONSTANT BIGINT := 86400000;
    made BIGINT := 0;
    day BIGINT;
    partition TEXT;
    before CONSTANT TEXT := coalesce(current_setting('gatehouse.installation', true), '');
BEGIN
    IF first_day IS NULL OR last_day IS NULL OR first_day < 10000 OR last_day > 99999 THEN
        RAISE EXCEPTION 'days have five digits' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    IF last_day - first_day >= 100 THEN
        RAISE EXCEPTION 'at most 100 days are prepared at once' USING ERRCODE = 'invalid_parameter_value';
    END IF;
    PERFORM set_config('gatehouse.installation', 'yes', true);
    FOR day IN SELECT d FROM generate_series(first_day, last_day) AS d WHERE to_regclass('events_d' || d) IS NULL LOOP
        -- Readers and writers of other days go on; those of events_default wait.
        LOCK TABLE ONLY events IN SHARE UPDATE EXCLUSIVE MODE;
        LOCK TABLE events_default IN ACCESS EXCLUSIVE MODE;
        partition := 'events_d' || day;
        CONTINUE WHEN to_regclass(partition) IS NOT NULL;
        EXECUTE format(
            'CREATE TABLE %I (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
                WITH (autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.1)', partition);
        EXECUTE format(
            'WITH moved AS (DELETE FROM events WHERE occurred_at >= %s AND occurred_at < %s RETURNING *)
                INSERT INTO %I SELECT * FROM moved', day * milliseconds, (day + 1) * milliseconds, partition);
        -- No policy and no right: a day is reached through events only.
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', partition);
        EXECUTE format(
            'ALTER TABLE events ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)',
            partition, day * milliseconds, (day + 1) * milliseconds);
        made := made + 1;
    END LOOP;
    PERFORM set_config('gatehouse.installation', before, true);
    RETURN made;
END $$;

-- Drops the partitions before a day; when there is none, deletes up to 10000 rows of events_default from before it.
-- Returns how many partitions or rows went: 0 when nothing is left.
CREATE FUNCTION drop_event_days(before_day BIGINT) RETURNS BIGINT
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
    DELETE FROM events WHERE (tenant_id, occurred_at, id) IN (
        SELECT tenant_id, occurred_at, id FROM events WHERE occurred_at < before_day * milliseconds LIMIT 10000)
        AND occurred_at < before_day * milliseconds;
    GET DIAGNOSTICS dropped = ROW_COUNT;
    PERFORM set_config('gatehouse.installation', before, true);
    RETURN dropped;
END $$;

REVOKE ALL ON FUNCTION prepare_event_days(BIGINT, BIGINT), drop_event_days(BIGINT) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION prepare_event_days(BIGINT, BIGINT), drop_event_days(BIGINT) TO gatehouse_app;

SELECT prepare_event_days(today - 35, today + 3) FROM (SELECT extract(epoch FROM now())::BIGINT / 86400 AS today) AS now;
