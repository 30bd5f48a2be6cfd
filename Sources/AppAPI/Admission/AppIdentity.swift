import Domain
import UseCases
import WebCore

/// The identity of a request of an app: the tenant is resolved and active.
struct AppIdentity: TenantIdentified {
    let signInContext: SignInContext
    /// The session that was read in one query with the key.
    let reading: SessionReading?

    /// The session token of a request, and the session it belongs to.
    struct SessionReading: Sendable {
        let token: String
        let found: UncheckedSession
    }
}

/// The context of the routes that an app calls.
typealias AppContext = Admitted<AppIdentity>

extension AppContext {
    var reading: AppIdentity.SessionReading? { caller.reading }
}

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
