import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The context of the routes that only the tenant's back end can call.
struct GoTrueAdministrationContext: GrantingContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let signInContext: SignInContext
    let access: Access

    var tenant: Tenant { signInContext.tenant }

    init(_ outer: GoTrueContext, key: APIKey) {
        coreContext = outer.coreContext
        identity = outer.identity
        signInContext = outer.signInContext
        access = Access(tenant: outer.tenant.id, principal: .key(key.id, from: outer.identity.origin))
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("An administrator's context is made only from a secret key")
    }
}
