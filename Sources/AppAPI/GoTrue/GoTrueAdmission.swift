@_spi(Admission) import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Reads the keys and the token of a request. A client without a session sends its key as bearer token too.
struct GoTrueAdmission: Sendable {
    let authenticator: AppAuthenticator
    let tenants: TenantResolver
    let bearers: BearerSessions
    let limits: SelfServiceLimits

    /// - Throws: 400 for two different keys, 401 without a key or host name of a tenant or with an invalid key, 403 for
    ///   a suspended tenant or one of another dialect, 503.
    func enter(_ request: Request, _ context: GatehouseContext) async throws -> GoTrueContext {
        let bearers = request.headers[values: .authorization].compactMap(BearerToken.init)
        guard bearers.count <= 1 else { throw WebFailure.severalKeys("one Authorization header") }
        let bearer = bearers.first?.text
        let keys = Set(
            (request.headers[values: .apiKey] + request.headers[values: .gatehouseKey]).map(ByteText.init(_:))
        )
        guard keys.count <= 1 else { throw WebFailure.severalKeys("apikey") }
        let named = keys.first?.text
        let isKey = bearer.map { $0.hasBytePrefix(Self.publishable) || $0.hasBytePrefix(Self.secret) } ?? false
        let token = isKey ? nil : bearer
        if let secret = [bearer, named].compactMap({ $0 }).first(where: { $0.hasBytePrefix(Self.secret) }) {
            let record = try await authenticator.key(secret, .secret, speaking: .gotrue)
            if let other = named, !other.hasSameBytes(as: secret),
                try await authenticator.key(other, .publishable, speaking: .gotrue).tenant.id != record.tenant.id
            {
                throw WebFailure.severalKeys("apikey, of the same tenant as the bearer token")
            }
            return admitted(request, context, to: record.tenant, administrator: record.key, token: token)
        }
        if let key = named ?? (isKey ? bearer : nil) {
            let tenant = try await authenticator.key(key, .publishable, speaking: .gotrue).tenant
            return admitted(request, context, to: tenant, token: token)
        }
        let tenant = try await tenants.resolve(request, context, speaking: .gotrue).tenant
        return admitted(request, context, to: tenant, token: token)
    }

    func admitted(
        _ request: Request,
        _ context: GatehouseContext,
        to tenant: Tenant,
        administrator: APIKey? = nil,
        token: String?
    ) -> GoTrueContext {
        let client = SignInClient(device: Device(headers: request.headers), origin: context.origin)
        let identity = GoTrueIdentity(
            signInContext: SignInContext(tenant: tenant, client: client),
            administrator: administrator,
            token: token
        )
        return GoTrueContext(context, as: identity)
    }

    /// Admits signed-in users, by an access token or a session token.
    /// - Throws: as upstream: 401 without a token, 403 for an invalid one; 429 for too many changes.
    func admitUser(_ request: Request, _ context: GoTrueContext) async throws -> GoTrueUserContext {
        let signedIn = try await signedIn(request, context)
        if request.method != .get { try await limits.take(signedIn.record) }
        return signedIn
    }

    private func signedIn(_ request: Request, _ context: GoTrueContext) async throws -> GoTrueUserContext {
        guard let token = context.token else {
            throw request.headers[.authorization] == nil ? WebFailure.goTrueNoBearer : .goTrueBadToken
        }
        do throws(AuthFailure) {
            return GoTrueUserContext(context, record: try await bearers.session(token, in: context.signInContext))
        } catch {
            // Upstream knows no session tokens, and so no reason for rejecting one.
            guard token.hasBytePrefix(Credential.Prefix.appSession.rawValue), !error.isUnavailable else { throw error }
            throw WebFailure.goTrueBadToken
        }
    }

    /// - Throws: 401 without a bearer token, 403 unless it is the tenant's secret key.
    func admitAdministrator(_ request: Request, _ context: GoTrueContext) async throws -> GoTrueAdministrationContext {
        guard let key = context.administrator else {
            throw request.headers[.authorization] == nil ? WebFailure.goTrueNoBearer : .goTrueNotAdmin
        }
        let access = Access(tenant: context.tenant.id, principal: .key(key.id, from: context.origin))
        let administrator = GoTrueAdministrator(signInContext: context.signInContext, access: access)
        return GoTrueAdministrationContext(context, as: administrator)
    }

    private static let publishable = Credential.Prefix.publishableKey.rawValue
    private static let secret = Credential.Prefix.secretKey.rawValue
}

/// The signed-in user of an app in this dialect.
struct GoTrueUserIdentity: TenantIdentified {
    let signInContext: SignInContext
    let record: SessionRecord
}

/// The context of the routes that require a signed-in user.
typealias GoTrueUserContext = Admitted<GoTrueUserIdentity>

extension GoTrueUserContext {
    var record: SessionRecord { caller.record }

    init(_ outer: GoTrueContext, record: SessionRecord) {
        self.init(outer, as: GoTrueUserIdentity(signInContext: outer.signInContext, record: record))
    }
}

/// The identity of a request in this dialect: the tenant is resolved, and the key is valid.
struct GoTrueIdentity: TenantIdentified {
    let signInContext: SignInContext
    /// The secret key of the tenant's backend, if the request has one.
    let administrator: APIKey?
    /// A bearer token that is not a key.
    let token: String?
}

typealias GoTrueContext = Admitted<GoTrueIdentity>

extension GoTrueContext {
    var administrator: APIKey? { caller.administrator }
    var token: String? { caller.token }
}
