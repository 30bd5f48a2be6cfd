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
    let signInContext: SignInContext
    /// The secret key of the tenant's back end, if the request has one.
    let administrator: APIKey?
    /// A bearer token that is not a key.
    let token: String?

    var tenant: Tenant { signInContext.tenant }

    init(_ outer: GatehouseContext, at signInContext: SignInContext, administrator: APIKey?, token: String?) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.signInContext = signInContext
        self.administrator = administrator
        self.token = token
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("A context of this dialect is made only by naming its tenant")
    }
}

extension GoTrueContext: TenantIdentifiedContext {}
