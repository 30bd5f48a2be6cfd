import Domain
import Hummingbird
import UseCases
import WebCore

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
