-- A tenant's own rules: errors of apps that no table has, and the canonical code that they stand for.
CREATE TABLE cause_rules (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    -- The order, from 1: the first rule that matches decides.
    position INTEGER NOT NULL,
    -- With a * at its end the beginning of domains.
    domain TEXT COLLATE "C" NOT NULL,
    -- NULL for every code.
    code TEXT COLLATE "C",
    -- NULL for every stage.
    stage TEXT COLLATE "C",
    canonical TEXT COLLATE "C" NOT NULL,
    version INTEGER NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

ALTER TABLE cause_rules ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON cause_rules
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON cause_rules TO gatehouse_app;
