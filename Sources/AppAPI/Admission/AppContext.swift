import Domain
import Hummingbird
import UseCases
import WebCore

/// The context of the routes that an app calls: the tenant is resolved and active.
struct AppContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let signInContext: SignInContext
    /// The session that was read in one query with the key.
    let reading: SessionReading?

    /// The session token of a request, and the live session it belongs to.
    struct SessionReading: Sendable {
        let token: String
        let record: SessionRecord?
    }

    var tenant: Tenant { signInContext.tenant }

    init(_ outer: GatehouseContext, at signInContext: SignInContext, reading: SessionReading?) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.signInContext = signInContext
        self.reading = reading
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("An app's context is made only by naming its tenant")
    }
}
