-- A tenant's own rules: errors of apps that no table has, and the canonical code that they stand for.
CREATE TABLE cause_rules (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    id BLOB NOT NULL CHECK (length(id) = 16),
    -- The order, from 1: the first rule that matches decides.
    position INTEGER NOT NULL,
    -- With a * at its end the beginning of domains.
    domain TEXT NOT NULL,
    -- NULL for every code.
    code TEXT,
    -- NULL for every stage.
    stage TEXT,
    canonical TEXT NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;
