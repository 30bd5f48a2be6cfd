-- One app or organisation; every other table of this database names it first in its key.
CREATE TABLE tenants (
    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
    number INTEGER NOT NULL UNIQUE,
    slug TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('active', 'suspended')),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Host names that name a tenant; a host belongs to one tenant of the installation.
CREATE TABLE hosts (
    name TEXT NOT NULL PRIMARY KEY,
    owner_id BLOB NOT NULL REFERENCES tenants (id),
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX hosts_by_owner ON hosts (owner_id, name);

CREATE TABLE roles (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    name TEXT NOT NULL,
    title TEXT NOT NULL,
    rank INTEGER NOT NULL CHECK (rank BETWEEN 0 AND 100),
    -- Names of permissions, separated by spaces; a built-in role's are the program's own.
    permissions TEXT NOT NULL,
    is_built_in INTEGER NOT NULL CHECK (is_built_in IN (0, 1)),
    PRIMARY KEY (tenant_id, name)
) STRICT, WITHOUT ROWID;
