-- The disk space that each tenant holds, by an estimate for each row: who loses data when there is too much, and whose deliveries are
-- refused when nothing is left to delete. ingest_usage says what was written on a day and is no longer reduced by deletions.
CREATE TABLE tenant_bytes (
    tenant_id INTEGER NOT NULL PRIMARY KEY,
    bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Of that, the rows of events, by the day of the event: all events of a day can be deleted without a sum over them.
CREATE TABLE event_day_bytes (
    tenant_id INTEGER NOT NULL,
    -- Days since 1970.
    day INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, day)
) STRICT, WITHOUT ROWID;

-- Estimates, which are true again when these days are gone.
INSERT INTO event_day_bytes (tenant_id, day, bytes)
SELECT tenant_id, day, max(0, sum(bytes)) FROM ingest_usage GROUP BY tenant_id, day;
INSERT INTO tenant_bytes (tenant_id, bytes)
SELECT t.number,
    coalesce((SELECT sum(d.bytes) FROM event_day_bytes d WHERE d.tenant_id = t.number), 0)
    + 30 * (SELECT count(*) FROM event_counts c WHERE c.tenant_id = t.number)
    + 48 * (SELECT count(*) FROM event_totals c WHERE c.tenant_id = t.number)
    + 400 * (SELECT count(*) FROM shapes s WHERE s.tenant_id = t.number)
    + 80 * (SELECT count(*) FROM redated_events r WHERE r.tenant_id = t.number)
FROM event_tenants t;
DELETE FROM ingest_usage WHERE key_id = zeroblob(16);

-- By tenant, so that the oldest of one tenant can be deleted.
DROP INDEX redated_events_by_age;
CREATE INDEX redated_events_by_age ON redated_events (tenant_id, received_at, id);
