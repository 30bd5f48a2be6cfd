-- Questions about events that users have named, for themselves or for everyone in the tenant who may read events.
CREATE TABLE saved_views (
    tenant_id BYTEA NOT NULL REFERENCES tenants (id),
    id BYTEA NOT NULL CHECK (octet_length(id) = 16),
    owner_kind TEXT COLLATE "C" NOT NULL CHECK (owner_kind IN ('user', 'operator', 'key', 'system')),
    -- Zeros for the system. An operator is in no tenant, and a shared view outlives its owner, so there is no reference.
    owner_id BYTEA NOT NULL CHECK (octet_length(owner_id) = 16),
    name TEXT COLLATE "C" NOT NULL,
    -- In the query language, in canonical form.
    query TEXT COLLATE "C" NOT NULL CHECK (length(query) <= 8000),
    -- The span of time and the filters of the page, as a JSON object of texts.
    filters TEXT COLLATE "C" NOT NULL,
    is_shared BIGINT NOT NULL CHECK (is_shared IN (0, 1)),
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (tenant_id, id)
);

CREATE INDEX saved_views_by_owner ON saved_views (tenant_id, owner_kind, owner_id);
CREATE INDEX saved_views_shared ON saved_views (tenant_id, is_shared);

ALTER TABLE saved_views ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_tenant ON saved_views
    USING ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()))
    WITH CHECK ((SELECT is_installation()) OR tenant_id = (SELECT current_tenant()));

GRANT SELECT, INSERT, UPDATE, DELETE ON saved_views TO gatehouse_app;
