import Domain
import Foundation
import Hummingbird
import Logging
import UseCases
import WebCore

/// Someone at the door, not signed in.
package struct AnonymousContext: ConsoleContext {
    package var coreContext: CoreRequestContextStorage
    package var identity: RequestIdentity
    package let browser: Browser
    package let holder: String
    /// The holder is new, so the answer must set it.
    package let isNewHolder: Bool
    package let client: SignInClient
    package var signedIn: ConsoleUser? { nil }

    package init(source: ApplicationRequestContextSource) {
        preconditionFailure("made only by the door, which lets people in")
    }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, isNewHolder: Bool, client: SignInClient) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.isNewHolder = isNewHolder
        self.client = client
    }
}
