-- The ids of audit entries that waited beside their change in the events database, so that none is appended twice.
CREATE TABLE audit_received (
    tenant_id BLOB NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    -- Of the change.
    at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_received_by_time ON audit_received (at);
