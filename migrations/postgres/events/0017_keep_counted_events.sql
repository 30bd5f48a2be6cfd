-- The events that were counted without a row, so that a repeated delivery is not counted again.
CREATE TABLE counted_events (
    tenant_id INTEGER NOT NULL,
    -- Six bytes of the time in milliseconds, and six of a hash of the event's id and time.
    event_key BYTEA NOT NULL,
    PRIMARY KEY (tenant_id, event_key)
);

ALTER TABLE counted_events ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON counted_events
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));
GRANT SELECT, INSERT, UPDATE, DELETE ON counted_events TO gatehouse_app;
