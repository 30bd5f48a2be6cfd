import Domain
import Foundation
import Hummingbird
import Logging
import UseCases

/// Someone who is signed in and inside a tenant.
struct TenantContext: ConsoleContext, GrantingContext {
    var coreContext: CoreRequestContextStorage
    var identity: RequestIdentity
    let browser: Browser
    let holder: String
    let visitor: ConsoleUser
    let tenant: Tenant
    let access: Access

    init(source: ApplicationRequestContextSource) { preconditionFailure("made only by the door, which lets people in") }

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

    var signedIn: ConsoleUser? { visitor }
    var tenantAccess: Access? { access }
}
