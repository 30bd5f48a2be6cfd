import Domain
import Foundation
import Hummingbird
import Logging
import UseCases
import WebCore

/// A request to the console: who holds the browser, how they want it to look.
package protocol ConsoleContext: IdentifiedContext {
    var browser: Browser { get }
    /// The secret that form tokens are bound to.
    var holder: String { get }
    /// What the visitor may do in the tenant that they are in, or belong to; nil for who is in none.
    var tenantAccess: Access? { get }
    /// Nil for who has not signed in.
    var signedIn: ConsoleUser? { get }
}

extension ConsoleContext {
    package var tenantAccess: Access? { nil }
}
