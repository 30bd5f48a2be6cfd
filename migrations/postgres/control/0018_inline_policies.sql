-- A function with settings of its own cannot be inlined: each call then reads its stored body anew. These two name nothing but what
-- pg_catalog holds, so they need no search_path.
ALTER FUNCTION is_installation() RESET ALL;
ALTER FUNCTION current_tenant() RESET ALL;

-- What every request reads, by key: a condition on the row costs less than a sub-select for each table of a statement.
ALTER POLICY of_tenant ON tenants
    USING (id = current_tenant() OR is_installation())
    WITH CHECK (id = current_tenant() OR is_installation());
ALTER POLICY of_tenant ON roles
    USING (tenant_id = current_tenant() OR is_installation())
    WITH CHECK (tenant_id = current_tenant() OR is_installation());
ALTER POLICY of_tenant ON users
    USING (tenant_id = current_tenant() OR is_installation())
    WITH CHECK (tenant_id = current_tenant() OR is_installation());
ALTER POLICY of_tenant ON identities
    USING (tenant_id = current_tenant() OR is_installation())
    WITH CHECK (tenant_id = current_tenant() OR is_installation());
ALTER POLICY of_tenant ON sessions
    USING (tenant_id = current_tenant() OR is_installation())
    WITH CHECK (tenant_id = current_tenant() OR is_installation());
ALTER POLICY of_tenant ON api_keys
    USING (tenant_id = current_tenant() OR is_installation())
    WITH CHECK (tenant_id = current_tenant() OR is_installation());
ALTER POLICY of_tenant ON tenant_settings
    USING (tenant_id = current_tenant() OR is_installation())
    WITH CHECK (tenant_id = current_tenant() OR is_installation());
ALTER POLICY of_tenant ON session_refresh
    USING (tenant_id = current_tenant() OR is_installation())
    WITH CHECK (tenant_id = current_tenant() OR is_installation());
