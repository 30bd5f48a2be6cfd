import Domain
import UseCases
import WebCore

/// The identity of a request in this dialect: the tenant is resolved, and the key is valid.
struct GoTrueIdentity: TenantIdentified {
    let signInContext: SignInContext
    /// The secret key of the tenant's backend, if the request has one.
    let administrator: APIKey?
    /// A bearer token that is not a key.
    let token: String?
}

typealias GoTrueContext = Admitted<GoTrueIdentity>

extension GoTrueContext {
    var administrator: APIKey? { caller.administrator }
    var token: String? { caller.token }
}
