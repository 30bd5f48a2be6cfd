-- One chain a tenant; the installation's own chain has sixteen zero bytes for a tenant.
CREATE TABLE audit_entries (
    tenant_id BLOB NOT NULL,
    sequence INTEGER NOT NULL,
    at INTEGER NOT NULL,
    action TEXT NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id BLOB,
    address TEXT,
    request_id TEXT,
    target_kind TEXT,
    target_id TEXT,
    -- JSON: [{"field", "before", "after"}]
    changes TEXT NOT NULL,
    -- HMAC-SHA256 over the entry before and this entry's content.
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (tenant_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_entries_by_target ON audit_entries (tenant_id, target_id, sequence);
CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor_id, sequence);
CREATE INDEX audit_entries_by_action ON audit_entries (tenant_id, action, sequence);

CREATE TABLE audit_heads (
    tenant_id BLOB NOT NULL PRIMARY KEY,
    sequence INTEGER NOT NULL,
    hash BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries are never changed'); END;
CREATE TRIGGER audit_entries_remain BEFORE DELETE ON audit_entries
BEGIN SELECT RAISE(ABORT, 'audit entries are never deleted'); END;
