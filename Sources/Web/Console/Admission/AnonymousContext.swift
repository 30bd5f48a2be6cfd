import Domain
import Foundation
import Hummingbird
import Logging
import UseCases

/// Someone at the door, not signed in.
struct AnonymousContext: ConsoleContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    /// The holder is new, so the answer must set it.
    let isNewHolder: Bool
    var signedIn: ConsoleUser? { nil }

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, isNewHolder: Bool) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.isNewHolder = isNewHolder
    }
}
