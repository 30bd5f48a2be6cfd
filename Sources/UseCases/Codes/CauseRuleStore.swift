import Domain

/// Stores the rules of tenants for errors that no table has.
public protocol CauseRuleStore: Sendable {
    /// Returns the rules as they are now.
    func rules(of tenant: Tenant.ID) async throws(DomainError) -> CauseRules
    /// Returns the rules from memory where that is possible: they may be a moment old.
    func recentRules(of tenant: Tenant.ID) async throws(DomainError) -> CauseRules
    /// Reads, decides and carries out in one transaction; a decision without an audit entry changes nothing.
    /// - Returns: the rules as they are then.
    func change(
        rulesOf tenant: Tenant.ID,
        decide: @escaping @Sendable (CauseRules) throws(DomainError) -> (rules: CauseRules, audit: AuditDraft?)
    ) async throws(DomainError) -> CauseRules
}
