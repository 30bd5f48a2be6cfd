-- The ids of audit entries that waited beside their change in the events database, so that none is appended twice.
CREATE TABLE audit_received (
    tenant_id BYTEA NOT NULL,
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    -- Of the change.
    at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);
CREATE INDEX audit_received_by_time ON audit_received (at);

ALTER TABLE audit_received ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON audit_received
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON audit_received TO gatehouse_app;
