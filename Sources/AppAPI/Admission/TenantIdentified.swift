import Domain
import UseCases

/// An identity whose tenant is resolved, in which a user may sign in.
protocol TenantIdentified: Sendable {
    var tenant: Tenant { get }
    var signInContext: SignInContext { get }
}

extension TenantIdentified {
    var tenant: Tenant { signInContext.tenant }
}
