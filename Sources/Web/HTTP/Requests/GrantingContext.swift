import Domain

/// The context of routes that are decided by permissions: who asks is known, and what they may do in the tenant.
protocol GrantingContext: IdentifiedContext {
    var access: Access { get }
}

extension GrantingContext {
    /// - Throws: `.denied(.missingPermission)`
    func grant<P: Permission>(_: P.Type = P.self) throws(DomainError) -> Grant<P> { try access.grant() }
}
