import Database
import Domain
import UseCases

/// Stores tenants and the host names that they own.
struct Tenants: TenantStore {
    let access: StoreAccess
    let trail: AuditTrail

    private static let keyset = Keyset(
        after: { "t.slug > \($0.key)" },
        before: { "t.slug < \($0.key)" },
        order: "t.slug ASC",
        reversed: "t.slug DESC"
    )

    func insert(_ new: NewTenant) async throws(DomainError) -> Tenant {
        // Tenant numbers increase over all tenants.
        try await access.writeAcross("new tenant") { transaction in
            let highest: Int = try transaction.value("SELECT max(number) AS n FROM tenants") ?? 0
            try transaction.execute(
                """
                INSERT INTO tenants (id, number, slug, name, state, created_at)
                VALUES (\(new.id), \(highest + 1), \(new.slug), \(new.name), \(Tenant.State.active), \(new.createdAt))
                """
            )
            for role in Role.builtIn { try RoleRow.insert(role, in: new.id, transaction) }
            for (key, hashes) in new.keys { try KeyRow.insert(key, hashes: hashes, transaction) }
            try trail.append(new.audit, to: new.id, in: transaction)
            return Tenant(
                id: new.id,
                number: highest + 1,
                slug: new.slug,
                name: new.name,
                state: .active,
                createdAt: new.createdAt
            )
        }
    }

    func page(_ request: PageRequest) async throws(DomainError) -> Page<TenantSummary> {
        try await access.readListAcross("list of tenants") { transaction in
            let plan = try Self.keyset.plan(request)
            let rows = try transaction.rows(
                """
                SELECT \(sql: TenantRow.columns) FROM tenants t WHERE \(sql: plan.condition)
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            )
            let page = Keyset.page(try rows.map { try TenantRow.tenant($0) }, request) { ($0.slug.description, []) }
            let summaries = try page.items.map { try Self.summary($0, transaction) }
            return Page(items: summaries, next: page.next, previous: page.previous)
        }
    }

    func tenant(_ slug: Tenant.Slug) async throws(DomainError) -> TenantSummary {
        try await access.readAcross("tenant by slug") { try Self.find("t.slug = \(slug)", $0) }
    }

    func tenant(_ id: Tenant.ID) async throws(DomainError) -> TenantSummary {
        try await access.readAcross("tenant by id") { try Self.find("t.id = \(id)", $0) }
    }

    func tenant(host: HostName) async throws(DomainError) -> Tenant? {
        try await access.readAcross("tenant by host") { transaction in
            try transaction.row(
                "SELECT \(sql: TenantRow.columns) FROM hosts h JOIN tenants t ON t.id = h.owner_id WHERE h.name = \(host)"
            ).map { try TenantRow.tenant($0) }
        }
    }

    func update(
        _ id: Tenant.ID,
        _ change: TenantChange,
        audit: @escaping @Sendable (_ before: Tenant, _ after: Tenant) -> [AuditDraft]
    ) async throws(DomainError) -> Tenant {
        try await access.write(id) { transaction in
            let before = try Self.find("t.id = \(id)", transaction).tenant
            let after = Tenant(
                id: id,
                number: before.number,
                slug: before.slug,
                name: change.name ?? before.name,
                state: change.state ?? before.state,
                createdAt: before.createdAt
            )
            guard after != before else { return before }
            try transaction.execute("UPDATE tenants SET name = \(after.name), state = \(after.state) WHERE id = \(id)")
            if after.state == .suspended {
                // Sessions stay until the tenant is active again; requests to begin or change one, such as links, are
                // deleted.
                try transaction.execute("DELETE FROM one_time_links WHERE tenant_id = \(id)")
                try transaction.execute("DELETE FROM email_change_stops WHERE tenant_id = \(id)")
                try transaction.execute("DELETE FROM apple_flows WHERE tenant_id = \(id) AND session_id IS NOT NULL")
            }
            for draft in audit(before, after) { try trail.append(draft, to: id, in: transaction) }
            return after
        }
    }

    func add(_ host: HostName, to id: Tenant.ID, at now: Timestamp, audit: AuditDraft) async throws(DomainError) {
        try await access.write(id) { transaction in
            _ = try Self.find("t.id = \(id)", transaction)
            let owner: Tenant.ID? = try transaction.value("SELECT owner_id FROM hosts WHERE name = \(host)")
            if owner == id { return }
            if owner != nil { throw DomainError.conflict(.hostTaken) }
            let count: Int = try transaction.value("SELECT count(*) AS n FROM hosts WHERE owner_id = \(id)") ?? 0
            guard count < TenantAdministration.maximumHosts else {
                throw DomainError.invalid(
                    "host",
                    .malformed(
                        .localizable(
                            "forms.hosts-maximum",
                            "A tenant has at most {maximum} custom domains.",
                            ["maximum": .number(TenantAdministration.maximumHosts)]
                        )
                    )
                )
            }
            try transaction.execute("INSERT INTO hosts (name, owner_id, created_at) VALUES (\(host), \(id), \(now))")
            try trail.append(audit, to: id, in: transaction)
        }
    }

    func remove(_ host: HostName, from id: Tenant.ID, audit: AuditDraft) async throws(DomainError) {
        try await access.write(id) { transaction in
            _ = try Self.find("t.id = \(id)", transaction)
            let removed = try transaction.execute("DELETE FROM hosts WHERE name = \(host) AND owner_id = \(id)")
            if removed == 1 { try trail.append(audit, to: id, in: transaction) }
        }
    }

    private static func find(_ condition: SQL, _ transaction: any ReadTransaction) throws -> TenantSummary {
        guard let row = try transaction.row("SELECT \(sql: TenantRow.columns) FROM tenants t WHERE \(sql: condition)")
        else { throw DomainError.notFound(.tenant) }
        return try summary(try TenantRow.tenant(row), transaction)
    }

    private static func summary(_ tenant: Tenant, _ transaction: any ReadTransaction) throws -> TenantSummary {
        let hosts = try transaction.rows("SELECT name FROM hosts WHERE owner_id = \(tenant.id) ORDER BY name")
        let users: Int =
            try transaction.value("SELECT sum(n) AS n FROM user_counts WHERE tenant_id = \(tenant.id)") ?? 0
        return TenantSummary(tenant: tenant, hosts: try hosts.map { try $0.get("name") }, users: users)
    }
}
