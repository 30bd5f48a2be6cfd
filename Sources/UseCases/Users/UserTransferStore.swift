import Domain

/// Imports and exports many users at once.
public protocol UserTransferStore: Sendable {
    /// Adds the users that the tenant does not have yet, in one transaction with its audit entry.
    /// - Parameters:
    ///   - mayGive: called with the role of each user, in this transaction.
    ///   - audit: creates the audit entry from the number of added users; not called for none.
    /// - Returns: an outcome for each user.
    func add(
        _ batch: UserBatch,
        in tenant: Tenant.ID,
        mayGive: @escaping @Sendable (Role) throws(DomainError) -> Void,
        audit: @escaping @Sendable (Int) -> AuditDraft
    ) async throws(DomainError) -> [ImportOutcome]
    /// Returns up to `limit` users in the order of their ids.
    func users(after id: User.ID?, limit: Int, in tenant: Tenant.ID) async throws(DomainError) -> [PortableUser]
}
