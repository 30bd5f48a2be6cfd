import Database
import Domain
import UseCases

/// Deletes the rows of deleted users.
extension Users {
    func deletedUser() async throws(DomainError) -> (id: User.ID, tenant: Tenant.ID)? {
        try await access.readAcross("deleted users") { transaction in
            // A comparison lets the planner use the index of deleted users.
            try transaction.row(
                "SELECT tenant_id, id FROM users WHERE deleted_at > 0 ORDER BY deleted_at LIMIT 1"
            ).map { (id: try $0.get("id", as: User.ID.self), tenant: try $0.get("tenant_id", as: Tenant.ID.self)) }
        }
    }

    func purge(_ id: User.ID, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> Bool {
        let context = ActionContext(tenant, at: now())
        return try await access.write(tenant) { try DeletedUserRow.purge(id, limit: limit, in: context, $0) }
    }
}
