-- What a schema needs before its first migration: itself, the list of its migrations, and the role that works in it.
-- Run by the owner, with search_path set to the one schema; does nothing twice. Whoever runs it holds the lock that
-- keeps other nodes out.
DO $$
DECLARE
    wanted CONSTANT TEXT := current_setting('search_path');
    app RECORD;
BEGIN
    IF wanted !~ '^[a-z][a-z_]*$' THEN
        RAISE EXCEPTION 'search_path must name one schema, not %', wanted USING ERRCODE = 'invalid_schema_name';
    END IF;
    IF getdatabaseencoding() <> 'UTF8' THEN
        RAISE EXCEPTION 'The database % has the encoding % instead of UTF8.', current_database(), getdatabaseencoding()
            USING ERRCODE = 'feature_not_supported', HINT = 'Make it anew with ENCODING ''UTF8'' TEMPLATE template0.';
    END IF;

    -- The role belongs to the whole server: another database may be making it now.
    IF to_regrole('gatehouse_app') IS NULL THEN
        BEGIN
            CREATE ROLE gatehouse_app NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE NOREPLICATION;
            -- So that one login can own the schemas and work as the role.
            EXECUTE format('GRANT gatehouse_app TO %I', current_user);
        EXCEPTION
            WHEN insufficient_privilege THEN
                RAISE EXCEPTION 'The role gatehouse_app is missing and % may not make it. '
                    'Let an administrator run: CREATE ROLE gatehouse_app NOLOGIN; GRANT gatehouse_app TO %;',
                    current_user, quote_ident(current_user) USING ERRCODE = 'insufficient_privilege';
            WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END IF;
    SELECT rolsuper, rolbypassrls, rolcanlogin INTO app FROM pg_roles WHERE rolname = 'gatehouse_app';
    IF app.rolsuper OR app.rolbypassrls THEN
        RAISE EXCEPTION 'The role gatehouse_app may pass by row-level security. '
            'Let an administrator run: ALTER ROLE gatehouse_app NOSUPERUSER NOBYPASSRLS;'
            USING ERRCODE = 'insufficient_privilege';
    END IF;

    -- Asked first, because IF NOT EXISTS wants the right to create even where there is nothing to create.
    IF to_regnamespace(wanted) IS NULL THEN
        EXECUTE format('CREATE SCHEMA %I', wanted);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO gatehouse_app', wanted);
    IF to_regclass(format('%I.schema_migrations', wanted)) IS NULL THEN
        CREATE TABLE schema_migrations (
            name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
            checksum TEXT COLLATE "C" NOT NULL,
            applied_at BIGINT NOT NULL
        );
    END IF;
    GRANT SELECT ON schema_migrations TO gatehouse_app;
    -- Each write leaves a mark, so that a commit whose answer was lost can be told from one that was not done. Random
    -- ids and times only, of nobody's: it has no policy.
    IF to_regclass(format('%I.write_marks', wanted)) IS NULL THEN
        CREATE TABLE write_marks (id UUID NOT NULL PRIMARY KEY, at BIGINT NOT NULL);
        CREATE INDEX write_marks_by_age ON write_marks USING brin (at);
    END IF;
    GRANT SELECT, INSERT, DELETE ON write_marks TO gatehouse_app;
END $$;
