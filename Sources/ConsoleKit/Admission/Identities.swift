import Domain
import UseCases
import WebCore

/// A browser whose user is not signed in.
package struct AnonymousIdentity: ConsoleIdentity {
    package let browser: Browser
    package let holder: String
    /// Whether the holder is new, so that the response must set its cookie.
    let isNewHolder: Bool
    let client: SignInClient

    package var signedIn: ConsoleUser? { nil }
}

package typealias AnonymousContext = Admitted<AnonymousIdentity>

extension AnonymousContext {
    package var isNewHolder: Bool { caller.isNewHolder }
    package var client: SignInClient { caller.client }
}

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

/// A signed-in user who may have to complete another step first, such as a second factor.
package struct StepUpIdentity: ConsoleIdentity {
    package let browser: Browser
    package let holder: String
    let authenticationState: ConsoleAuthenticationState

    package var signedIn: ConsoleUser? { authenticationState.consoleUser }
}

package typealias StepUpContext = Admitted<StepUpIdentity>

extension StepUpContext {
    package var authenticationState: ConsoleAuthenticationState { caller.authenticationState }

    /// The slug of a member's tenant; nil for an operator.
    package var tenantSlug: String? {
        guard case .member(let record) = authenticationState.consoleUser else { return nil }
        return record.tenant.slug.description
    }
}

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

/// The call of a page of a tenant, with the grant of its permission.
package typealias Call<P: Permission> = RouteCall<TenantContext, Grant<P>>

/// The call of a page of the installation.
package typealias InstallationCall = RouteCall<ConsoleUserContext, InstallationGrant>
