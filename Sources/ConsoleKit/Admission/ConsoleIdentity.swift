import Domain
import UseCases

/// The identity of a request to the console.
package protocol ConsoleIdentity: Sendable {
    var browser: Browser { get }
    /// The secret that form tokens are bound to.
    var holder: String { get }
    /// The access to the tenant that the user is in, or belongs to; nil outside of tenants.
    var tenantAccess: Access? { get }
    /// Nil before signing in.
    var signedIn: ConsoleUser? { get }
}

extension ConsoleIdentity {
    package var tenantAccess: Access? { nil }
}
