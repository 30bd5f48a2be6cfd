import Domain

/// Stores saved views.
public protocol SavedViewStore: Sendable {
    /// Returns the views of an owner and those that are shared, by name.
    func views(of owner: Principal.Kind, in tenant: Tenant.ID) async throws(DomainError) -> [SavedView]
    /// - Throws: `.notFound(.view)`
    func view(_ id: SavedView.ID, in tenant: Tenant.ID) async throws(DomainError) -> SavedView
    /// - Throws: `.invalid` when there are too many.
    func insert(_ view: SavedView, in tenant: Tenant.ID, audit: AuditDraft?) async throws(DomainError)
    /// Reads, decides and carries out in one transaction.
    /// - Returns: the view as it is now; nil when it was deleted.
    /// - Throws: `.notFound(.view)`, `.invalid` when too many are shared, and what `decide` throws.
    func change(
        _ id: SavedView.ID,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (SavedView) throws(DomainError) -> ViewDecision
    ) async throws(DomainError) -> SavedView?
}
