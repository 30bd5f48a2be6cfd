import Domain
import UseCases
import WebCore

/// A signed-in user of the console inside a tenant.
package struct TenantIdentity: ConsoleIdentity, TenantScoped {
    package let browser: Browser
    package let holder: String
    let consoleUser: ConsoleUser
    let tenant: Tenant
    package let access: Access

    package var signedIn: ConsoleUser? { consoleUser }
    package var tenantAccess: Access? { access }
}

package typealias TenantContext = Admitted<TenantIdentity>

extension TenantContext {
    package var consoleUser: ConsoleUser { caller.consoleUser }
    package var tenant: Tenant { caller.tenant }
}
