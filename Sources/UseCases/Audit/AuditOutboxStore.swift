import Domain

/// Stores waiting audit entries. Those who store a change put them there, in its transaction.
public protocol AuditOutboxStore: Sendable {
    /// The tenants with waiting entries.
    func tenants() async throws(DomainError) -> [Tenant.ID]
    /// Returns the oldest first.
    func waiting(
        in tenant: Tenant.ID,
        after place: WaitingAuditEntry.Place,
        limit: Int
    ) async throws(DomainError) -> [WaitingAuditEntry]
    func remove(_ ids: [WaitingAuditEntry.ID], in tenant: Tenant.ID) async throws(DomainError)
}
