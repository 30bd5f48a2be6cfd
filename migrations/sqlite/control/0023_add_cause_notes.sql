-- What a tenant adds to a canonical code of events: the address of its runbook, and a note.
CREATE TABLE cause_notes (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    code TEXT NOT NULL,
    runbook TEXT,
    note TEXT,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, code),
    CHECK (runbook IS NOT NULL OR note IS NOT NULL)
) STRICT, WITHOUT ROWID;
