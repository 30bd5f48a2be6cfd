import Domain
import UseCases
import WebCore

/// The context of a request to the console, of any identity.
package protocol ConsoleContext: IdentifiedContext, ConsoleIdentity {}

extension Admitted: ConsoleIdentity where Identity: ConsoleIdentity {
    package var browser: Browser { caller.browser }
    package var holder: String { caller.holder }
    package var tenantAccess: Access? { caller.tenantAccess }
    package var signedIn: ConsoleUser? { caller.signedIn }
}

extension Admitted: ConsoleContext where Identity: ConsoleIdentity {}
