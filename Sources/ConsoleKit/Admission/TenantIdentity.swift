import Domain
import UseCases
import WebCore

/// A signed-in user of the console inside a tenant.
package struct TenantIdentity: ConsoleIdentity, TenantScoped {
    package let browser: Browser
    package let holder: String
    let visitor: ConsoleUser
    let tenant: Tenant
    package let access: Access

    package var signedIn: ConsoleUser? { visitor }
    package var tenantAccess: Access? { access }
}

package typealias TenantContext = Admitted<TenantIdentity>

extension TenantContext {
    package var visitor: ConsoleUser { caller.visitor }
    package var tenant: Tenant { caller.tenant }
}
