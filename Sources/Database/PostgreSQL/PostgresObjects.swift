#if PostgreSQL
extension PostgresDatabase {
    /// Returns every object of the schema that holds rows or runs by itself, in the server's notation: tables with
    /// their rights and row-level security, policies, functions, triggers, rules, constraints, defaults, inheriting
    /// tables, and settings of Gatehouse that were set on the database or a role. The daily partitions of events are
    /// created and dropped, and are left out as long as they are correct.
    ///
    /// Indexes are left out unless they call a user-defined function. Since version 16, the server may name the columns
    /// of a query on one table without the table's name: so Gatehouse's own is read without it.
    public func objects() async throws -> SchemaObjects {
        let schema = options.schema
        return try await read(.installation("objects")) { transaction in
            let rows = try transaction.rows(
                """
                WITH own AS (
                    SELECT oid AS id, nspowner AS owner, nspacl AS acl FROM pg_namespace WHERE nspname = \(schema)
                ), app AS (SELECT oid AS id FROM pg_roles WHERE rolname = 'gatehouse_app'), days AS (
                    SELECT c.oid AS id FROM own JOIN pg_class c ON c.relnamespace = own.id
                        JOIN pg_inherits i ON i.inhrelid = c.oid JOIN pg_class p ON p.oid = i.inhparent AND p.relnamespace = own.id AND p.relname = 'events'
                    WHERE c.relkind = 'r' AND c.relispartition AND c.relname ~ '^events_d[0-9]{5}$' AND c.relrowsecurity AND c.relforcerowsecurity
                        AND c.relowner = own.owner AND c.relacl IS NULL AND c.relpersistence = 'p'
                ), objects AS (
                    SELECT 'schema' AS name, coalesce((SELECT string_agg(a.grantee::regrole || ' ' || a.privilege_type, ', ' ORDER BY a.grantee, a.privilege_type)
                        FROM aclexplode(own.acl) a WHERE a.grantee IN (0, app.id)), '') AS text
                    FROM own CROSS JOIN app
                    UNION ALL
                    SELECT 'relation ' || c.relname, concat_ws(', ', 'kind ' || c.relkind::text || c.relpersistence::text,
                        CASE WHEN c.relrowsecurity THEN 'row security' END, CASE WHEN c.relforcerowsecurity THEN 'forced' END,
                        CASE WHEN c.relispartition THEN 'partition' END,
                        CASE WHEN c.relowner <> own.owner THEN 'owner ' || c.relowner::regrole END,
                        (SELECT string_agg(CASE a.grantee WHEN 0 THEN 'public' ELSE 'gatehouse_app' END || ' ' || a.privilege_type, ', ' ORDER BY a.grantee, a.privilege_type)
                            FROM aclexplode(c.relacl) a WHERE a.grantee IN (0, app.id)))
                    FROM own CROSS JOIN app JOIN pg_class c ON c.relnamespace = own.id
                    WHERE c.relkind NOT IN ('i', 'I') AND c.oid NOT IN (SELECT id FROM days)
                    UNION ALL
                    SELECT 'child ' || c.oid::regclass, p.relname::text
                    FROM own JOIN pg_class p ON p.relnamespace = own.id AND p.relkind NOT IN ('i', 'I') JOIN pg_inherits i ON i.inhparent = p.oid JOIN pg_class c ON c.oid = i.inhrelid
                    WHERE c.oid NOT IN (SELECT id FROM days)
                    UNION ALL
                    SELECT 'column ' || c.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod),
                        nullif(a.attgenerated::text, ''), nullif(a.attidentity::text, ''), pg_get_expr(d.adbin, d.adrelid))
                    FROM own JOIN pg_class c ON c.relnamespace = own.id JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
                        LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
                    WHERE c.relkind NOT IN ('i', 'I') AND a.attnum > 0 AND NOT a.attisdropped AND (d.oid IS NOT NULL OR a.attidentity <> '' OR t.typnamespace <> 'pg_catalog'::regnamespace)
                    UNION ALL
                    SELECT 'constraint ' || n.conrelid::regclass || '.' || n.conname, pg_get_constraintdef(n.oid)
                    FROM own JOIN pg_constraint n ON n.contype IN ('c', 'f', 't', 'x') AND (n.connamespace = own.id
                        OR n.confrelid IN (SELECT oid FROM pg_class WHERE relnamespace = own.id))
                    UNION ALL
                    SELECT 'index ' || x.relname, pg_get_indexdef(x.oid)
                    FROM own JOIN pg_class x ON x.relnamespace = own.id
                    WHERE x.relkind IN ('i', 'I') AND EXISTS (
                        SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = x.oid
                            AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_opclass'::regclass))
                    UNION ALL
                    SELECT 'policy ' || c.relname || '.' || p.polname, concat_ws(' ', p.polcmd::text, CASE WHEN p.polpermissive THEN 'permissive' ELSE 'restrictive' END,
                        CASE WHEN p.polroles <> '{0}' THEN p.polroles::text END, 'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid))
                    FROM own JOIN pg_class c ON c.relnamespace = own.id JOIN pg_policy p ON p.polrelid = c.oid
                    UNION ALL
                    SELECT 'function ' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
                        concat_ws(', ', CASE WHEN p.prokind = 'a' THEN 'aggregate' WHEN to_regnamespace('event_tenants') IS NULL
                            THEN replace(pg_get_functiondef(p.oid), 'event_tenants.', '') ELSE pg_get_functiondef(p.oid) END,
                        CASE WHEN p.proowner <> own.owner THEN 'owner ' || p.proowner::regrole END,
                        (SELECT string_agg(CASE a.grantee WHEN 0 THEN 'public' ELSE 'gatehouse_app' END || ' ' || a.privilege_type, ', ' ORDER BY a.grantee, a.privilege_type)
                            FROM aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a WHERE a.grantee IN (0, app.id)))
                    FROM own CROSS JOIN app JOIN pg_proc p ON p.pronamespace = own.id
                    UNION ALL
                    SELECT 'trigger ' || c.relname || '.' || t.tgname, pg_get_triggerdef(t.oid) || CASE t.tgenabled WHEN 'O' THEN '' ELSE ', enabled ' || t.tgenabled::text END
                    FROM own JOIN pg_class c ON c.relnamespace = own.id JOIN pg_trigger t ON t.tgrelid = c.oid
                    WHERE NOT t.tgisinternal OR t.tgenabled <> 'O'
                    UNION ALL
                    SELECT 'rule ' || c.relname || '.' || r.rulename, pg_get_ruledef(r.oid)
                    FROM own JOIN pg_class c ON c.relnamespace = own.id JOIN pg_rewrite r ON r.ev_class = c.oid
                    UNION ALL
                    SELECT 'operator ' || o.oid::regoperator, o.oprcode::text FROM own JOIN pg_operator o ON o.oprnamespace = own.id
                    UNION ALL
                    SELECT 'type ' || t.typname, t.typtype::text FROM own JOIN pg_type t ON t.typnamespace = own.id
                    WHERE t.typtype NOT IN ('b', 'c') OR (t.typtype = 'b' AND t.typcategory <> 'A')
                    UNION ALL
                    SELECT concat('setting ', split_part(v, '=', 1), ' of ', coalesce(nullif(s.setrole, 0)::regrole::text, 'the database')), v
                    FROM pg_db_role_setting s CROSS JOIN LATERAL unnest(s.setconfig) AS v
                    WHERE (s.setdatabase = 0 OR s.setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database()))
                        AND v LIKE 'gatehouse.%'
                )
                SELECT name, regexp_replace(text, '\\s+', ' ', 'g') AS text FROM objects ORDER BY name COLLATE "C", text COLLATE "C" LIMIT 10000
                """
            )
            return SchemaObjects(try rows.map { (try $0.get("name"), try $0.get("text")) })
        }
    }

    /// Event triggers of the database, which run whatever a migration does.
    public func eventTriggers() async throws -> [String] {
        try await read(.installation("objects")) { transaction in
            try transaction.rows(
                "SELECT evtname::text AS name FROM pg_event_trigger WHERE evtenabled <> 'D' ORDER BY evtname LIMIT 100"
            )
            .map { try $0.get("name") }
        }
    }
}
#endif
