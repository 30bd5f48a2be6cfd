import Domain
import WebCore

/// The backend of a tenant, which calls the token routes with a secret key.
struct TokenClient: TenantScoped {
    let tenant: Tenant
    let access: Access
}

typealias TokenClientContext = Admitted<TokenClient>

extension TokenClientContext {
    var tenant: Tenant { caller.tenant }
}
