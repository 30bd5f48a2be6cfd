import Domain
import UseCases
import WebCore

/// A signed-in user of the console.
package struct ConsoleUserIdentity: ConsoleIdentity, InstallationScoped {
    package let browser: Browser
    package let holder: String
    let consoleUser: ConsoleUser
    package let principal: Principal
    /// The access of a member to their own tenant; nil for an operator.
    package let tenantAccess: Access?

    package var signedIn: ConsoleUser? { consoleUser }
}

package typealias ConsoleUserContext = Admitted<ConsoleUserIdentity>

extension ConsoleUserContext {
    package var consoleUser: ConsoleUser { caller.consoleUser }
}
