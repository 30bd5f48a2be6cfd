import Domain
import Foundation
import Hummingbird
import Logging
import UseCases
import WebCore

/// Someone who is signed in, and may have to show more first.
package struct StepUpContext: ConsoleContext {
    package var coreContext: CoreRequestContextStorage
    package var identity: RequestIdentity
    package let browser: Browser
    package let holder: String
    package let authenticationState: ConsoleAuthenticationState

    package var signedIn: ConsoleUser? { authenticationState.visitor }

    package init(source: ApplicationRequestContextSource) {
        preconditionFailure("made only by the door, which lets people in")
    }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, authenticationState: ConsoleAuthenticationState) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.authenticationState = authenticationState
    }

    /// Of a member.
    package var tenantSlug: String? {
        guard case .member(let record) = authenticationState.visitor else { return nil }
        return record.tenant.slug.description
    }
}
