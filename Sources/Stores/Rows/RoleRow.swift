import Database
import Domain
import UseCases

/// One row of `roles`.
enum RoleRow {
    static let columns: SQL =
        "r.name AS r_name, r.title AS r_title, r.rank AS r_rank, r.permissions AS r_permissions, r.is_built_in AS r_is_built_in"

    /// A built-in role is defined by this program, not by the one that created the tenant.
    static func role(_ row: Row) throws -> Role {
        let name: Role.Name = try row.get("r_name")
        if try row.get("r_is_built_in"), let role = Role.builtIn.first(where: { $0.name == name }) { return role }
        let permissions: String = try row.get("r_permissions")
        return Role(
            name: name,
            title: try row.get("r_title"),
            rank: try row.get("r_rank"),
            permissions: Set(permissions.split(separator: " ").compactMap { PermissionName(rawValue: String($0)) })
        )
    }

    static func insert(_ role: Role, in tenant: Tenant.ID, _ transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO roles (tenant_id, name, title, rank, permissions, is_built_in)
            VALUES (\(tenant), \(role.name), \(role.title), \(role.rank), \(role.permissionText), \(role.isBuiltIn))
            """
        )
    }

    static func find(_ name: Role.Name, in tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Role? {
        try transaction.row("SELECT \(sql: columns) FROM roles r WHERE r.tenant_id = \(tenant) AND r.name = \(name)")
            .map { try role($0) }
    }
}
