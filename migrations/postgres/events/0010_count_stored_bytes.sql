-- The disk space that each tenant holds, by an estimate for each row: who loses data when there is too much, and whose deliveries are
-- refused when nothing is left to delete. ingest_usage says what was written on a day and is no longer reduced by deletions.
CREATE TABLE tenant_bytes (
    tenant_id INTEGER NOT NULL PRIMARY KEY,
    bytes BIGINT NOT NULL
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Of that, the rows of events, by the day of the event: all events of a day can be deleted without a sum over them.
CREATE TABLE event_day_bytes (
    tenant_id INTEGER NOT NULL,
    -- Days since 1970.
    day BIGINT NOT NULL,
    bytes BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, day)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

-- Estimates, which are true again when these days are gone.
SELECT set_config('gatehouse.installation', 'yes', true);
INSERT INTO event_day_bytes (tenant_id, day, bytes)
SELECT tenant_id, day, greatest(0, sum(bytes)) FROM ingest_usage GROUP BY tenant_id, day;
INSERT INTO tenant_bytes (tenant_id, bytes)
SELECT t.number,
    coalesce((SELECT sum(d.bytes) FROM event_day_bytes d WHERE d.tenant_id = t.number), 0)
    + 140 * (SELECT count(*) FROM event_counts c WHERE c.tenant_id = t.number)
    + 180 * (SELECT count(*) FROM event_totals c WHERE c.tenant_id = t.number)
    + 500 * (SELECT count(*) FROM shapes s WHERE s.tenant_id = t.number)
    + 150 * (SELECT count(*) FROM redated_events r WHERE r.tenant_id = t.number)
FROM event_tenants t;
DELETE FROM ingest_usage WHERE key_id = decode(repeat('00', 16), 'hex');
SELECT set_config('gatehouse.installation', '', true);

ALTER TABLE tenant_bytes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON tenant_bytes
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

ALTER TABLE event_day_bytes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON event_day_bytes
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

GRANT SELECT, INSERT, UPDATE, DELETE ON tenant_bytes, event_day_bytes TO gatehouse_app;

-- By tenant, so that the oldest of one tenant can be deleted.
DROP INDEX redated_events_by_age;
CREATE INDEX redated_events_by_age ON redated_events (tenant_id, received_at, id);
