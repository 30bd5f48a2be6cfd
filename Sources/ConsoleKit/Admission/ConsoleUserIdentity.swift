import Domain
import UseCases
import WebCore

/// A signed-in user of the console.
package struct ConsoleUserIdentity: ConsoleIdentity, InstallationScoped {
    package let browser: Browser
    package let holder: String
    let visitor: ConsoleUser
    package let principal: Principal
    /// The access of a member to their own tenant; nil for an operator.
    package let tenantAccess: Access?

    package var signedIn: ConsoleUser? { visitor }
}

package typealias ConsoleUserContext = Admitted<ConsoleUserIdentity>

extension ConsoleUserContext {
    package var visitor: ConsoleUser { caller.visitor }
}
