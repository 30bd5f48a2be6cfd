import Domain
import Foundation
import Hummingbird
import Logging
import UseCases

/// Someone who is signed in, and may have to show more first.
struct StepUpContext: ConsoleContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    let authenticationState: ConsoleAuthenticationState

    var signedIn: ConsoleUser? { authenticationState.visitor }

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, authenticationState: ConsoleAuthenticationState) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.authenticationState = authenticationState
    }

    /// Of a member.
    var tenantSlug: String? {
        guard case .member(let record) = authenticationState.visitor else { return nil }
        return record.tenant.slug.description
    }
}
