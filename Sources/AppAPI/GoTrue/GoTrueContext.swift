import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The context of a request in this dialect: the tenant is resolved, and the key is valid.
struct GoTrueContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let tenant: Tenant
    /// The secret key of the tenant's back end, if the request has one.
    let administrator: APIKey?
    /// A bearer token that is not a key.
    let token: String?

    init(_ outer: GatehouseContext, tenant: Tenant, administrator: APIKey?, token: String?) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.tenant = tenant
        self.administrator = administrator
        self.token = token
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("A context of this dialect is made only by naming its tenant")
    }

    func place(_ request: Request) -> SignInContext {
        SignInContext(tenant: tenant, device: Device(headers: request.headers), origin: origin)
    }
}

extension GoTrueContext: TenantIdentifiedContext {}
