import Domain
import Hummingbird

/// Adds routes that need a permission. It is checked before the handler runs, and the call has its grant.
package struct GrantedRoutes<Context: RequestContext, Granted: Sendable>: RouteVerbs {
    let routes: Routes<Context>
    /// What `authorize` checks; nil where no permission is needed.
    let permission: PermissionName?
    let authorize: @Sendable (Context) throws -> Granted

    package var granted: GrantedRoutes { self }
}

extension Routes where Context: GrantingContext {
    /// Routes that need a permission in the tenant of the request. For `ManageTenants`, an `InstallationContext` takes
    /// precedence.
    package func needs<P: Permission>(_: P.Type) -> GrantedRoutes<Context, Grant<P>> {
        GrantedRoutes<Context, Grant<P>>(routes: self, permission: P.name) { try $0.grant(P.self) }
    }
}

extension Routes where Context: InstallationContext {
    /// Routes that need the permission to act on the installation.
    package func needs(_: ManageTenants.Type) -> GrantedRoutes<Context, InstallationGrant> {
        GrantedRoutes<Context, InstallationGrant>(routes: self, permission: ManageTenants.name) {
            try $0.installationGrant()
        }
    }
}
