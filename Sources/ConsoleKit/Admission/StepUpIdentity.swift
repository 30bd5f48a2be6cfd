import Domain
import UseCases
import WebCore

/// A signed-in user who may have to complete another step first, such as a second factor.
package struct StepUpIdentity: ConsoleIdentity {
    package let browser: Browser
    package let holder: String
    let authenticationState: ConsoleAuthenticationState

    package var signedIn: ConsoleUser? { authenticationState.consoleUser }
}

package typealias StepUpContext = Admitted<StepUpIdentity>

extension StepUpContext {
    package var authenticationState: ConsoleAuthenticationState { caller.authenticationState }

    /// The slug of a member's tenant; nil for an operator.
    package var tenantSlug: String? {
        guard case .member(let record) = authenticationState.consoleUser else { return nil }
        return record.tenant.slug.description
    }
}
