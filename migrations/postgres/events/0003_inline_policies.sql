-- A function with settings of its own cannot be inlined: each call then reads its stored body anew. These name nothing but what
-- pg_catalog holds; the body of the third was bound to its table when it was made.
ALTER FUNCTION is_installation() RESET ALL;
ALTER FUNCTION current_tenant() RESET ALL;
ALTER FUNCTION current_tenant_number() RESET ALL;
