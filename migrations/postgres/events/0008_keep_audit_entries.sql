-- Audit entries of changes in this database, stored with the change. They wait here for the audit trail, in the control database.
CREATE TABLE audit_outbox (
    tenant_id INTEGER NOT NULL,
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    at BIGINT NOT NULL,
    -- JSON: {"action", "actor_kind", "actor_id", "address", "request_id", "target_kind", "target_id", "enters_console", "changes"}
    entry TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

ALTER TABLE audit_outbox ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON audit_outbox
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant_number()));

GRANT SELECT, INSERT, UPDATE, DELETE ON audit_outbox TO gatehouse_app;
