-- Bytes that each key of a tenant has stored on a day of receipt, in UTC: what the budget of a day is held against, and which tenant
-- has most. Under a key of zeros stands what the server itself recorded, less what was deleted to make room.
CREATE TABLE ingest_usage (
    tenant_id INTEGER NOT NULL,
    -- Days since 1970.
    day BIGINT NOT NULL,
    key_id BYTEA NOT NULL CHECK (octet_length(key_id) = 16),
    bytes BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, day, key_id)
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);

ALTER TABLE ingest_usage ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON ingest_usage
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

GRANT SELECT, INSERT, UPDATE, DELETE ON ingest_usage TO gatehouse_app;
