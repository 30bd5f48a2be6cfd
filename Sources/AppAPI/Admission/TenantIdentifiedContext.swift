import Domain
import UseCases
import WebCore

/// A context whose tenant is resolved.
protocol TenantIdentifiedContext: IdentifiedContext {
    var tenant: Tenant { get }
}

extension Admitted: TenantIdentifiedContext where Identity: TenantIdentified {
    var signInContext: SignInContext { caller.signInContext }
    var tenant: Tenant { caller.tenant }
}
