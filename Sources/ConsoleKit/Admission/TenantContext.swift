import Domain
import Foundation
import Hummingbird
import Logging
import UseCases
import WebCore

/// Someone who is signed in and inside a tenant.
package struct TenantContext: ConsoleContext, GrantingContext {
    package var coreContext: CoreRequestContextStorage
    package var identity: RequestIdentity
    package let browser: Browser
    package let holder: String
    package let visitor: ConsoleUser
    package let tenant: Tenant
    package let access: Access

    package init(source: ApplicationRequestContextSource) {
        preconditionFailure("made only by the door, which lets people in")
    }

    init(
        _ outer: GatehouseContext,
        browser: Browser,
        holder: String,
        visitor: ConsoleUser,
        tenant: Tenant,
        access: Access
    ) {
        coreContext = outer.coreContext
        identity = outer.identity
        self.browser = browser
        self.holder = holder
        self.visitor = visitor
        self.tenant = tenant
        self.access = access
    }

    package var signedIn: ConsoleUser? { visitor }
    package var tenantAccess: Access? { access }
}
