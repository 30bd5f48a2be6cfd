import Domain
import UseCases
import WebCore

/// The backend of a tenant, which calls the routes of administration with a secret key.
struct GoTrueAdministrator: TenantIdentified, TenantScoped {
    let signInContext: SignInContext
    let access: Access
}

typealias GoTrueAdministrationContext = Admitted<GoTrueAdministrator>
