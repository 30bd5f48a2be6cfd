import Domain
import WebCore

/// An identity whose tenant is resolved, in which a user may sign in.
protocol TenantIdentified: Sendable {
    var tenant: Tenant { get }
    var signInContext: SignInContext { get }
}

extension TenantIdentified {
    var tenant: Tenant { signInContext.tenant }
}

/// A context whose tenant is resolved.
protocol TenantIdentifiedContext: IdentifiedContext {
    var tenant: Tenant { get }
}

extension Admitted: TenantIdentifiedContext where Identity: TenantIdentified {
    var signInContext: SignInContext { caller.signInContext }
    var tenant: Tenant { caller.tenant }
}
