import Domain
import Hummingbird

/// The context of every route of the management API, and of administration in the dialect of Better Auth: the caller is
/// authenticated and admitted to a tenant.
///
/// On routes of the installation the tenant is the caller's own, and `Tenant.installation` for an operator.
package struct APIContext: GrantingContext, InstallationContext {
    package var coreContext: CoreRequestContextStorage
    package var identity: RequestIdentity
    package let access: Access

    package init(_ outer: GatehouseContext, access: Access) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.access = access
    }

    package init(source: ApplicationRequestContextSource) {
        preconditionFailure("An API context is made only by letting a caller in")
    }

    package var principal: Principal { access.principal }
}
