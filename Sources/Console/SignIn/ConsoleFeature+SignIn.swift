import ConsoleKit
import WebCore

extension ConsoleFeature {
    static let signIn = ConsoleFeature(
        views: [SignInView.self, SetupView.self, InvitationView.self, AppleSignInView.self, AppleLeavingView.self]
    )
}
