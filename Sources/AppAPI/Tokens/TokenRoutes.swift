import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The routes by which a tenant's backend verifies our tokens: public keys for local verification, introspection and
/// revocation.
package struct TokenRoutes: Sendable {
    /// The cache time of keys and addresses; a new key is published longer than this before it signs.
    static let cacheSeconds = 300
    static let maximumBytes = 16 * 1024

    private let authenticator: AppAuthenticator
    private let tokens: AccessTokens
    private let keys: SigningKeyRing
    private let inspection: TokenInspection
    private let tenants: TenantResolver

    package init(services: Services, proxies: TrustedProxies) {
        authenticator = services.authenticator
        tokens = services.accessTokens
        keys = services.signingKeys
        inspection = services.inspection
        tenants = TenantResolver(authenticator: services.authenticator, proxies: proxies)
    }

    /// - Parameter routes: at the root of the router, in the area `tokens`.
    package func add(to routes: Routes<GatehouseContext>) {
        let open = routes.with(AnyOrigin())
        open.get("t/{tenant}/.well-known/jwks.json", operation: "getTokenKeys") {
            try await keySet(of: named($0), $0)
        }
        open.get("t/{tenant}/.well-known/openid-configuration", operation: "getTokenIssuer") {
            try await issuer(named($0), $0)
        }
        open.get(".well-known/jwks.json", operation: "getTokenKeysByHost") {
            try await keySet(of: host($0), $0)
        }
        open.get(".well-known/openid-configuration", operation: "getTokenIssuerByHost") {
            try await issuer(host($0), $0)
        }

        let clients = TokenClientAuthenticator(authenticator: authenticator)
        let back = routes.group("t/{tenant}/oauth", authentication: .secretKey, admit: clients.admit)
        back.needs(ReadSessions.self).post("introspect", operation: "introspectToken", use: introspect)
        back.needs(RevokeSessions.self).post("revoke", operation: "revokeToken", use: revoke)
    }

    // MARK: Public

    /// - Throws: not found for a suspended tenant, as for an unknown one.
    private func named(_ call: PlainCall<GatehouseContext>) async throws -> Tenant {
        let tenant = try await authenticator.tenant(call.id("tenant", of: .tenant, as: Tenant.Slug.self))
        guard tenant.state == .active else { throw DomainError.notFound(.tenant) }
        return tenant
    }

    private func host(_ call: PlainCall<GatehouseContext>) async throws -> Tenant {
        guard let host = tenants.host(of: call.request, from: call.context.identity.peer),
            let tenant = try await authenticator.owner(of: host)
        else { throw DomainError.notFound(.tenant) }
        return tenant
    }

    private func keySet(of tenant: Tenant, _ call: PlainCall<GatehouseContext>) async throws -> Response {
        let published = try await keys.published(of: tenant.id)
        return PublicContent(["keys": .array(published.map { .object(JSONWebKey.object($0)) })])
            .response(to: call.request, cachedFor: Self.cacheSeconds)
    }

    private func issuer(_ tenant: Tenant, _ call: PlainCall<GatehouseContext>) async throws -> Response {
        PublicContent(IssuerDescription.json(issuer: tokens.issuer(of: tenant.slug)))
            .response(to: call.request, cachedFor: Self.cacheSeconds)
    }

    // MARK: For the tenant's backend

    private func introspect(_ call: TokenCall<ReadSessions>) async throws -> Response {
        let token = try await token(of: call.request)
        guard let facts = try await inspection.facts(of: token, in: call.context.tenant, grant: call.grant) else {
            return .json(["active": false])
        }
        return .json(ResponseSchema<TokenFacts>.activeToken.json(facts))
    }

    private func revoke(_ call: TokenCall<RevokeSessions>) async throws -> Response {
        let token = try await token(of: call.request)
        try await inspection.revoke(token, in: call.context.tenant, grant: call.grant)
        return Response(status: .ok)
    }

    /// Reads the token. Unknown fields are ignored (RFC 7662 §2.1).
    private func token(of request: Request) async throws -> String {
        var fields = try await request.formFields(upTo: Self.maximumBytes)
        let token = fields.read(TokenInputs.request).token
        try fields.finish(.ignored)
        return token
    }
}

/// The backend of a tenant, which calls the token routes with a secret key.
struct TokenClient: TenantScoped {
    let tenant: Tenant
    let access: Access
}

typealias TokenClientContext = Admitted<TokenClient>

/// The call of a token route, with the grant of its permission.
private typealias TokenCall<P: Permission> = RouteCall<TokenClientContext, Grant<P>>

extension TokenClientContext {
    var tenant: Tenant { caller.tenant }
}

/// The fields of requests about tokens.
enum TokenInputs {
    static let token = Input.text("token", "The token.", maximum: 8192)
    static let hint = Input<String?>.optionalText(
        "token_type_hint",
        "The token type. Ignored: each type has its own format.",
        maximum: 100
    )

    /// The hint is not used, because each token type has its own format.
    static let request = Inputs { (token: $0.read(token), hint: $0.read(hint)) }
}
