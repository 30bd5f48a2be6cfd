-- Whose rows a transaction may see and write: it says so with SET LOCAL, and one that says nothing has none.
-- The policies call these in sub-selects, which are evaluated once a statement, not once a row.
CREATE FUNCTION is_installation() RETURNS BOOLEAN
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = control, pg_temp
RETURN coalesce(current_setting('gatehouse.installation', true) = 'yes', false);

-- NULL when no tenant is set; after a transaction that set one, the setting is an empty text.
CREATE FUNCTION current_tenant() RETURNS BYTEA
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = control, pg_temp
RETURN decode(replace(nullif(current_setting('gatehouse.tenant', true), ''), '-', ''), 'hex');

REVOKE ALL ON FUNCTION is_installation(), current_tenant() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION is_installation(), current_tenant() TO gatehouse_app;

-- One app or organisation; every other table of this database names it first in its key.
CREATE TABLE tenants (
    id BYTEA NOT NULL PRIMARY KEY CHECK (octet_length(id) = 16),
    number BIGINT NOT NULL UNIQUE,
    slug TEXT COLLATE "C" NOT NULL UNIQUE,
    name TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('active', 'suspended')),
    created_at BIGINT NOT NULL
);

-- Host names that name a tenant; a host belongs to one tenant of the installation.
CREATE TABLE hosts (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner_id BYTEA NOT NULL REFERENCES tenants (id),
    created_at BIGINT NOT NULL
);
CREATE INDEX hosts_by_owner ON hosts (owner_id, name);

CREATE TABLE roles (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    name TEXT COLLATE "C" NOT NULL,
    title TEXT COLLATE "C" NOT NULL,
    rank BIGINT NOT NULL CHECK (rank BETWEEN 0 AND 100),
    -- Names of permissions, separated by spaces; a built-in role's are the program's own.
    permissions TEXT COLLATE "C" NOT NULL,
    is_built_in BIGINT NOT NULL CHECK (is_built_in IN (0, 1)),
    PRIMARY KEY (tenant_id, name)
);

ALTER TABLE tenants ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON tenants
    USING ((SELECT is_installation()) OR id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR id = (SELECT current_tenant()));

ALTER TABLE hosts ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON hosts
    USING ((SELECT is_installation()) OR owner_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR owner_id = (SELECT current_tenant()));

ALTER TABLE roles ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON roles
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON tenants, hosts, roles TO gatehouse_app;
