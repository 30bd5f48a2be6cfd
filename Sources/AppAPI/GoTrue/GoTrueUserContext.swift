import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The context of the routes that require a signed-in user.
struct GoTrueUserContext: IdentifiedContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let record: SessionRecord
    let signInContext: SignInContext

    init(_ outer: GoTrueContext, record: SessionRecord) {
        coreContext = outer.coreContext
        identity = outer.identity
        signInContext = outer.signInContext
        self.record = record
    }

    init(source: ApplicationRequestContextSource) {
        preconditionFailure("A person's context is made only from a live session")
    }
}
