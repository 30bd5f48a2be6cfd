-- Questions about events that users have named, for themselves or for everyone in the tenant who may read events.
CREATE TABLE saved_views (
    tenant_id BLOB NOT NULL REFERENCES tenants (id),
    id BLOB NOT NULL CHECK (length(id) = 16),
    owner_kind TEXT NOT NULL CHECK (owner_kind IN ('user', 'operator', 'key', 'system')),
    -- Zeros for the system. An operator is in no tenant, and a shared view outlives its owner, so there is no reference.
    owner_id BLOB NOT NULL CHECK (length(owner_id) = 16),
    name TEXT NOT NULL,
    -- In the query language, in canonical form.
    query TEXT NOT NULL CHECK (length(query) <= 8000),
    -- The span of time and the filters of the page, as a JSON object of texts.
    filters TEXT NOT NULL,
    is_shared INTEGER NOT NULL CHECK (is_shared IN (0, 1)),
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX saved_views_by_owner ON saved_views (tenant_id, owner_kind, owner_id);
CREATE INDEX saved_views_shared ON saved_views (tenant_id, is_shared);
