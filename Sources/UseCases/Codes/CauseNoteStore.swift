import Domain

/// Stores what tenants add to canonical codes.
public protocol CauseNoteStore: Sendable {
    /// Returns nil when the tenant has no note for the code.
    func note(on entry: CauseEntry, in tenant: Tenant.ID) async throws(DomainError) -> CauseNote?
    /// Reads, decides and carries out in one transaction; a decision without an audit entry changes nothing.
    func change(
        noteOn entry: CauseEntry,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (CauseNote?) -> (note: CauseNote?, audit: AuditDraft?)
    ) async throws(DomainError) -> CauseNote?
}
