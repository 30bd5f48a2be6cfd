import Domain
import Foundation

/// Stores audit entries.
public protocol AuditStore: Sendable {
    /// Returns a page, newest first; the cursor's key is the sequence number.
    func page(
        _ request: PageRequest,
        filter: AuditFilter,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<AuditEntry>
    /// Appends an entry that belongs to no other change.
    func append(_ draft: AuditDraft, in tenant: Tenant.ID) async throws(DomainError)
    /// Checks the whole chain.
    func verify(_ tenant: Tenant.ID, anchor: AuditHead?) async throws(DomainError) -> AuditVerdict
    func head(of tenant: Tenant.ID) async throws(DomainError) -> AuditHead
    /// The heads of all chains, the installation's own included.
    func heads() async throws(DomainError) -> [Tenant.ID: AuditHead]
}
