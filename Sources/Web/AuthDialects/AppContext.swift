import Domain
import Hummingbird
import UseCases

/// The context of the routes that an app calls: which tenant the app belongs to is known, and the tenant is active.
struct AppContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let tenant: Tenant
    /// The session that was read together with the key.
    let reading: SessionReading?

    /// A token of this request, and the live session that it is of.
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

/// The context of the routes that only a signed-in person can call.
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

/// A live session, as a request brought it.
struct PresentedSession: Sendable {
    enum Carrier: Sendable {
        /// The app set it on purpose.
        case bearer
        /// The browser adds it to whatever any page makes it send.
        case cookie
    }

    let record: SessionRecord
    let token: String
    let carrier: Carrier
}
