import Domain
import WebCore

/// The signed-in user of an app in this dialect.
struct GoTrueUserIdentity: TenantIdentified {
    let signInContext: SignInContext
    let record: SessionRecord
}

/// The context of the routes that require a signed-in user.
typealias GoTrueUserContext = Admitted<GoTrueUserIdentity>

extension GoTrueUserContext {
    var record: SessionRecord { caller.record }

    init(_ outer: GoTrueContext, record: SessionRecord) {
        self.init(outer, as: GoTrueUserIdentity(signInContext: outer.signInContext, record: record))
    }
}
