import Domain
import UseCases
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
