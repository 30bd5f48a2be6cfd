import Domain
import Foundation
import Hummingbird
import Logging
import UseCases
import WebCore

/// Someone who is signed in.
package struct ConsoleUserContext: ConsoleContext, InstallationContext {
    package var coreContext: CoreRequestContextStorage
    package var identity: RequestIdentity
    package let browser: Browser
    package let holder: String
    package let visitor: ConsoleUser

    package init(source: ApplicationRequestContextSource) {
        preconditionFailure("made only by the door, which lets people in")
    }

    init(_ outer: GatehouseContext, browser: Browser, holder: String, visitor: ConsoleUser) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.visitor = visitor
    }

    package var signedIn: ConsoleUser? { visitor }
    package var tenantAccess: Access? {
        guard case .member(let record) = visitor else { return nil }
        return Access(tenant: record.tenant.id, principal: principal)
    }

    package var principal: Principal { visitor.principal(from: origin) }
}
