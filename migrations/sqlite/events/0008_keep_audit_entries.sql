-- Audit entries of changes in this database, stored with the change. They wait here for the audit trail, in the control database.
CREATE TABLE audit_outbox (
    tenant_id INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    at INTEGER NOT NULL,
    -- JSON: {"action", "actor_kind", "actor_id", "address", "request_id", "target_kind", "target_id", "enters_console", "changes"}
    entry TEXT NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
