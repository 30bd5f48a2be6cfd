-- One chain a tenant; the installation's own chain has sixteen zero bytes for a tenant.
CREATE TABLE audit_entries (
    tenant_id BYTEA NOT NULL,
    sequence BIGINT NOT NULL,
    at BIGINT NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    actor_kind TEXT COLLATE "C" NOT NULL,
    actor_id BYTEA,
    address TEXT COLLATE "C",
    request_id TEXT COLLATE "C",
    target_kind TEXT COLLATE "C",
    target_id TEXT COLLATE "C",
    -- JSON: [{"field", "before", "after"}]
    changes TEXT COLLATE "C" NOT NULL,
    -- HMAC-SHA256 over the entry before and this entry's content.
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (tenant_id, sequence)
);
CREATE INDEX audit_entries_by_target ON audit_entries (tenant_id, target_id, sequence);
CREATE INDEX audit_entries_by_actor ON audit_entries (tenant_id, actor_id, sequence);
CREATE INDEX audit_entries_by_action ON audit_entries (tenant_id, action, sequence);

CREATE TABLE audit_heads (
    tenant_id BYTEA NOT NULL PRIMARY KEY,
    sequence BIGINT NOT NULL,
    hash BYTEA NOT NULL
);

-- The statement is refused, whether it would find a row or not.
CREATE FUNCTION refuse_change_of_audit() RETURNS TRIGGER
LANGUAGE plpgsql SET search_path = control, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'audit entries are never %', CASE TG_OP WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END
        USING ERRCODE = 'restrict_violation';
END $$;
REVOKE ALL ON FUNCTION refuse_change_of_audit() FROM PUBLIC;

CREATE TRIGGER audit_entries_stay BEFORE UPDATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_entries_remain BEFORE DELETE OR TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
ALTER TABLE audit_entries ENABLE ALWAYS TRIGGER audit_entries_stay, ENABLE ALWAYS TRIGGER audit_entries_remain;

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON audit_entries
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON audit_heads
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT ON audit_entries TO gatehouse_app;
GRANT SELECT, INSERT, UPDATE ON audit_heads TO gatehouse_app;
