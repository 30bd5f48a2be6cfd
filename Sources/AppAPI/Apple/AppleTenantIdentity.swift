import Domain
import UseCases
import WebCore

/// The identity of a request that Apple, or a browser on the way back from it, sends to an address of a tenant.
struct AppleTenantIdentity: TenantIdentified {
    let signInContext: SignInContext
}

typealias AppleTenantContext = Admitted<AppleTenantIdentity>
