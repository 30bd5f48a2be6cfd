import Domain
import Hummingbird
import WebCore

/// The context of a request that Apple, or a browser on the way back from it, sends to an address of a tenant.
struct AppleTenantContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let signInContext: SignInContext

    var tenant: Tenant { signInContext.tenant }

    init(_ outer: GatehouseContext, at signInContext: SignInContext) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.signInContext = signInContext
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("A context of this address is made only by naming its tenant")
    }
}
