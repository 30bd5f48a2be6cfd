import Database
import Domain
import UseCases

/// Stores the roles of tenants.
struct Roles: RoleStore {
    let access: StoreAccess
    let trail: AuditTrail

    func all(in tenant: Tenant.ID) async throws(DomainError) -> [RoleSummary] {
        try await access.read(tenant) { transaction in
            let counts = try transaction.rows(
                "SELECT role, sum(n) AS n FROM user_counts WHERE tenant_id = \(tenant) GROUP BY role"
            )
            let users = try counts.reduce(into: [Role.Name: Int]()) { $0[try $1.get("role")] = try $1.get("n") }
            let rows = try transaction.rows(
                "SELECT \(sql: RoleRow.columns) FROM roles r WHERE r.tenant_id = \(tenant) ORDER BY r.rank DESC, r.name"
            )
            return try rows.map { row in
                let role = try RoleRow.role(row)
                return RoleSummary(role: role, users: users[role.name] ?? 0)
            }
        }
    }

    func insert(_ role: Role, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            let count: Int = try transaction.value("SELECT count(*) AS n FROM roles WHERE tenant_id = \(tenant)") ?? 0
            guard count < RoleAdministration.maximumPerTenant else {
                throw DomainError.invalid(
                    "name",
                    .malformed(
                        .localizable(
                            "forms.roles-maximum",
                            "A tenant has at most {maximum} roles.",
                            ["maximum": .number(RoleAdministration.maximumPerTenant)]
                        )
                    )
                )
            }
            guard try RoleRow.find(role.name, in: tenant, transaction) == nil else {
                throw DomainError.conflict(.roleTaken)
            }
            try RoleRow.insert(role, in: tenant, transaction)
            try trail.append(audit, to: tenant, in: transaction)
        }
    }

    func update(
        _ name: Role.Name,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (Role) throws(DomainError) -> (Role, AuditDraft)
    ) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            guard let old = try RoleRow.find(name, in: tenant, transaction) else { throw DomainError.notFound(.role) }
            let (new, audit) = try decide(old)
            try transaction.execute(
                """
                UPDATE roles SET title = \(new.title), rank = \(new.rank), permissions = \(new.permissionText)
                WHERE tenant_id = \(tenant) AND name = \(name)
                """
            )
            if old.permissions.contains(.manageUsers), !new.permissions.contains(.manageUsers) {
                try MakerRow.leave(allWith: name, in: tenant, transaction)
            }
            if !audit.changes.isEmpty { try trail.append(audit, to: tenant, in: transaction) }
        }
    }

    func delete(
        _ name: Role.Name,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (Role) throws(DomainError) -> AuditDraft
    ) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            guard let old = try RoleRow.find(name, in: tenant, transaction) else { throw DomainError.notFound(.role) }
            let audit = try decide(old)
            let users: Int =
                try transaction.value(
                    "SELECT sum(n) AS n FROM user_counts WHERE tenant_id = \(tenant) AND role = \(name)"
                ) ?? 0
            guard users == 0 else { throw DomainError.conflict(.roleInUse) }
            try transaction.execute("DELETE FROM user_counts WHERE tenant_id = \(tenant) AND role = \(name)")
            try transaction.execute("DELETE FROM roles WHERE tenant_id = \(tenant) AND name = \(name)")
            try trail.append(audit, to: tenant, in: transaction)
        }
    }
}
