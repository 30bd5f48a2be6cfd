import Domain
import Hummingbird
import NIOCore

/// The context of a request that was admitted: its routes know the caller.
///
/// Only admission creates one. Hummingbird cannot, because there is no value of `Source`.
package struct Admitted<Identity: Sendable>: IdentifiedContext {
    package typealias Source = Never

    package var coreContext: CoreRequestContextStorage
    package var identity: RequestIdentity
    package let connection: any Channel
    package let caller: Identity

    package init(_ outer: some IdentifiedContext, as caller: Identity) {
        coreContext = outer.coreContext
        identity = outer.identity
        connection = outer.connection
        self.caller = caller
    }

    package init(source: Never) { switch source {} }
}

extension Admitted: GrantingContext where Identity: TenantScoped {
    package var access: Access { caller.access }
}

extension Admitted: InstallationContext where Identity: InstallationScoped {
    package var principal: Principal { caller.principal }
}

/// An identity with access to one tenant.
package protocol TenantScoped: Sendable {
    var access: Access { get }
}

/// The context of routes that check permissions: the caller and its permissions in the tenant are known.
package protocol GrantingContext: IdentifiedContext {
    var access: Access { get }
}

extension GrantingContext {
    /// - Throws: `.denied(.missingPermission)`
    package func grant<P: Permission>(_: P.Type = P.self) throws(DomainError) -> Grant<P> { try access.grant() }
}

/// An identity that can act on the installation, if its principal may.
package protocol InstallationScoped: Sendable {
    var principal: Principal { get }
}
