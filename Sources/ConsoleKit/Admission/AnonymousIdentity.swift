import Domain
import UseCases
import WebCore

/// A browser whose user is not signed in.
package struct AnonymousIdentity: ConsoleIdentity {
    package let browser: Browser
    package let holder: String
    /// The holder is new, so the answer must set it.
    let isNewHolder: Bool
    let client: SignInClient

    package var signedIn: ConsoleUser? { nil }
}

package typealias AnonymousContext = Admitted<AnonymousIdentity>

extension AnonymousContext {
    package var isNewHolder: Bool { caller.isNewHolder }
    package var client: SignInClient { caller.client }
}
