import Database
import Domain
import UseCases

/// Reads how users' accounts are linked to those at Apple.
extension AppleAccounts {
    func link(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> AppleLink? {
        try await access.read(tenant) { transaction in
            guard let accountStatus = try AppleUserRow.accountStatus(of: user, in: tenant, transaction) else {
                return nil
            }
            // A user has a token for each of the tenant's apps that they use; the latest confirmation counts.
            let confirmed: Timestamp? = try transaction.value(
                "SELECT max(checked_at) AS checked_at FROM apple_tokens WHERE tenant_id = \(tenant) AND user_id = \(user)"
            )
            let waiting: Int? = try transaction.value(
                "SELECT 1 AS n FROM apple_revocations WHERE tenant_id = \(tenant) AND user_id = \(user) LIMIT 1"
            )
            return AppleLink(accountStatus: accountStatus, confirmedAt: confirmed, isRevocationWaiting: waiting != nil)
        }
    }
}
