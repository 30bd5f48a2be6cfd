@_spi(Admission) import Domain

/// The context of routes that act on the installation: the principal of the caller is known.
package protocol InstallationContext: IdentifiedContext {
    var principal: Principal { get }
}

extension InstallationContext {
    /// - Throws: `.denied(.missingPermission)` for every principal except operators and Gatehouse itself.
    package func installationGrant() throws(DomainError) -> InstallationGrant { try principal.installationGrant() }
}
