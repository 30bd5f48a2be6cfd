import Domain

/// The context of routes that check permissions: the caller and its permissions in the tenant are known.
package protocol GrantingContext: IdentifiedContext {
    var access: Access { get }
}

extension GrantingContext {
    /// - Throws: `.denied(.missingPermission)`
    package func grant<P: Permission>(_: P.Type = P.self) throws(DomainError) -> Grant<P> { try access.grant() }
}
