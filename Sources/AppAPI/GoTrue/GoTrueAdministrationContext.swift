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
    let tenant: Tenant
    let access: Access

    init(_ outer: GoTrueContext, key: APIKey) {
        coreContext = outer.coreContext
        identity = outer.identity
        tenant = outer.tenant
        access = Access(tenant: outer.tenant.id, principal: .key(key.id, from: outer.identity.origin))
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("An administrator's context is made only from a secret key")
    }
}
