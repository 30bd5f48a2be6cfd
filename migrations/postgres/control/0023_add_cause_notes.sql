-- What a tenant adds to a canonical code of events: the address of its runbook, and a note.
CREATE TABLE cause_notes (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    code TEXT COLLATE "C" NOT NULL,
    runbook TEXT COLLATE "C",
    note TEXT COLLATE "C",
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, code),
    CHECK (runbook IS NOT NULL OR note IS NOT NULL)
);

ALTER TABLE cause_notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON cause_notes
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON cause_notes TO gatehouse_app;
