import Domain
import Hummingbird
import UseCases
import WebCore

/// The context of the routes that require a signed-in user.
struct SignedInContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let session: PresentedSession
    let signInContext: SignInContext

    var record: SessionRecord { session.record }
    var tenant: Tenant { session.record.tenant }

    init(_ outer: AppContext, session: PresentedSession) {
        coreContext = outer.coreContext
        identity = outer.identity
        signInContext = outer.signInContext
        self.session = session
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("A signed-in context is made only from a live session")
    }
}
