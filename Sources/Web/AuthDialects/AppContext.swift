import Domain
import Hummingbird
import UseCases

/// The context of the routes that an app calls: the tenant is resolved and active.
struct AppContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let tenant: Tenant
    /// The session that was read in one query with the key.
    let reading: SessionReading?

    /// The session token of a request, and the live session it belongs to.
    struct SessionReading: Sendable {
        let token: String
        let record: SessionRecord?
    }

    init(_ outer: GatehouseContext, tenant: Tenant, reading: SessionReading? = nil) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.tenant = tenant
        self.reading = reading
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("An app's context is made only by naming its tenant")
    }
}

/// The context of the routes that require a signed-in user.
struct SignedInContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let session: PresentedSession

    var record: SessionRecord { session.record }
    var tenant: Tenant { session.record.tenant }

    init(_ outer: AppContext, session: PresentedSession) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.session = session
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("A signed-in context is made only from a live session")
    }
}

/// A live session, and how the request presented it.
struct PresentedSession: Sendable {
    enum Carrier: Sendable {
        /// A bearer token, which the app sends deliberately.
        case bearer
        /// A cookie, which the browser adds to every request that any page causes.
        case cookie
    }

    let record: SessionRecord
    let token: String
    let carrier: Carrier
}
