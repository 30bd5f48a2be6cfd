@_spi(Admission) import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// Authenticates administrators of a tenant in this dialect: signed-in users of the app, by their role, and backends,
/// by a secret key.
struct BetterAuthAdmission: Sendable {
    let authenticator: AppAuthenticator
    let tenants: TenantResolver
    let sessions: BetterAuthSessions
    let factors: SecondFactors
    let now: @Sendable () -> Timestamp

    /// As upstream, a path with an extra slash is unknown.
    func enter(_ request: Request, _ context: GatehouseContext) async throws -> AppContext {
        let path = request.uri.path
        guard !path.hasByteSuffix("/"), !path.containsBytes(of: "//") else { throw WebFailure.unknownPath }
        let (tenant, reading) = try await tenants.resolve(
            request,
            context,
            token: sessions.token(in: request.headers),
            speaking: .betterAuth
        )
        let client = SignInClient(
            device: Device(headers: request.headers),
            origin: context.origin,
            deviceToken: DeviceCookie.mark(
                DeviceCookie.name(tenant.slug),
                in: request.headers,
                isSecure: sessions.cookie.isSecure
            )
        )
        let signInContext = SignInContext(tenant: tenant, client: client)
        return AppContext(context, as: AppIdentity(signInContext: signInContext, reading: reading))
    }

    /// - Throws: 401 without a valid session or key; the grant then checks the user's permissions.
    func admitAdministrator(_ request: Request, _ context: GatehouseContext) async throws -> APIContext {
        try await admitAdministrator(request, context, needsFreshness: false)
    }

    private func admitAdministrator(
        _ request: Request,
        _ context: GatehouseContext,
        needsFreshness: Bool
    ) async throws -> APIContext {
        if let key = try Self.secretKey(request.headers) {
            let record = try await authenticator.key(key, .secret, speaking: .betterAuth)
            let access = Access(tenant: record.tenant.id, principal: .key(record.key.id, from: context.origin))
            return APIContext(context, as: APICaller(access: access))
        }
        let app = try await enter(request, context)
        guard let record = try await sessions.session(of: request, in: app)?.record else {
            throw WebFailure.unauthenticated()
        }
        guard !needsFreshness || AccountSelfService.isFresh(record.session, at: now()) else {
            throw WebFailure.sessionNotFresh
        }
        // Where the console requires a second factor, a password alone must not suffice here.
        guard try await !factors.isNeeded(by: record.user.id, role: record.role, in: record.tenant.id) else {
            throw WebFailure.secondFactorRequired
        }
        let principal = record.principal(from: context.origin, provedAt: record.session.createdAt)
        let access = Access(tenant: record.tenant.id, principal: principal)
        return APIContext(context, as: APICaller(access: access))
    }

    /// Authenticates administrators who change data. App sessions live for months, and the console protects these
    /// changes with more than a session.
    /// - Throws: also 403 when the user signed in more than a day ago.
    func admitFreshAdministrator(_ request: Request, _ context: GatehouseContext) async throws -> APIContext {
        try await admitAdministrator(request, context, needsFreshness: true)
    }

    /// - Throws: 400 when there is another key too, because the intended one is unknown.
    private static func secretKey(_ headers: HTTPFields) throws(WebFailure) -> String? {
        let bearers = headers[values: .authorization].compactMap { BearerToken($0)?.text }
        let keys = Set((bearers + headers[values: .apiKey] + headers[values: .gatehouseKey]).map(ByteText.init(_:)))
        guard let secret = keys.first(where: { $0.text.hasBytePrefix(Credential.Prefix.secretKey.rawValue) }) else {
            return nil
        }
        let others = keys.filter { $0 != secret && !$0.text.hasBytePrefix(Credential.Prefix.publishableKey.rawValue) }
        guard others.isEmpty else { throw .severalKeys("Authorization") }
        return secret.text
    }
}
