import Domain
import Foundation

/// Stores roles.
public protocol RoleStore: Sendable {
    /// Returns all roles of a tenant, highest rank first; a tenant has at most `RoleAdministration.maximumPerTenant`.
    func all(in tenant: Tenant.ID) async throws(DomainError) -> [RoleSummary]
    /// - Throws: `.conflict(.roleTaken)`, `.invalid` when the tenant has its maximum.
    func insert(_ role: Role, in tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// - Throws: `.notFound(.role)`, and the decision's error.
    func update(
        _ name: Role.Name,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (Role) throws(DomainError) -> (Role, AuditDraft)
    ) async throws(DomainError)
    /// - Throws: `.notFound(.role)`, `.conflict(.roleInUse)`, and the decision's error.
    func delete(
        _ name: Role.Name,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (Role) throws(DomainError) -> AuditDraft
    ) async throws(DomainError)
}
