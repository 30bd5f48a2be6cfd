import Domain
import Hummingbird
import WebCore

/// The user of an app, by a live session.
struct SignedInIdentity: TenantIdentified {
    let signInContext: SignInContext
    let session: PresentedSession

    var tenant: Tenant { session.record.tenant }
}

/// The context of the routes that require a signed-in user.
typealias SignedInContext = Admitted<SignedInIdentity>

extension SignedInContext {
    var session: PresentedSession { caller.session }
    var record: SessionRecord { caller.session.record }

    init(_ outer: AppContext, session: PresentedSession) {
        self.init(outer, as: SignedInIdentity(signInContext: outer.signInContext, session: session))
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
