import Domain
@_spi(Admission) import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Authenticates callers: reads the one credential of a request and the tenant of its path.
struct CallerAuthenticator: Sendable {
    let authenticator: AppAuthenticator
    let console: ConsoleAccess
    let address: PublicAddress

    /// Admits a caller to the tenant of the path. Any other tenant is not found, so that its existence is not revealed.
    /// - Throws: 401, `.notFound(.tenant)`, `.unavailable`.
    func enterTenant(_ request: Request, _ context: GatehouseContext) async throws -> APIContext {
        APIContext(context, as: APICaller(access: try await access(request, context)))
    }

    /// Returns the access that the credential of a request has now: a long response asks again and again.
    /// - Throws: 401, `.notFound(.tenant)`, `.unavailable`.
    func access(_ request: Request, _ context: some IdentifiedContext) async throws -> Access {
        let caller = try await caller(request)
        guard let reference = context.parameters.get("tenant").flatMap(TenantReference.init) else {
            throw DomainError.notFound(.tenant)
        }
        return try await access(of: caller, to: reference, from: context.origin)
    }

    /// Admits a caller to the installation, where the grant checks permissions.
    func enterInstallation(_ request: Request, _ context: GatehouseContext) async throws -> APIContext {
        let caller = try await caller(request)
        let access = Access(
            tenant: caller.home?.id ?? Tenant.installation,
            principal: caller.principal(from: context.origin)
        )
        return APIContext(context, as: APICaller(access: access))
    }

    private func access(
        of caller: Caller,
        to tenant: TenantReference,
        from origin: RequestOrigin
    ) async throws -> Access {
        if let home = caller.home {
            guard tenant.names(home) else { throw DomainError.notFound(.tenant) }
            return Access(tenant: home.id, principal: caller.principal(from: origin))
        }
        guard case .consoleUser(let consoleUser) = caller else { throw DomainError.notFound(.tenant) }
        switch tenant {
        case .id(let id): return try await console.enter(id, as: consoleUser, from: origin).access
        case .slug(let slug): return try await console.enter(slug, as: consoleUser, from: origin).access
        }
    }

    private func caller(_ request: Request) async throws -> Caller {
        switch try APICredential(
            request.headers,
            cookie: SetCookie.fullName(ConsoleCookie.session, isSecure: address.isSecure)
        ) {
        case nil: throw WebFailure.unauthenticated().challenging(withToken: false)
        case .key(let text): return .key(try await key(text))
        case .cookie(let text):
            guard let authenticationState = try await console.authenticationState(text) else {
                throw WebFailure.unauthenticated("The session has ended. Sign in to the console again.").challenging(
                    withToken: true
                )
            }
            try checkOrigin(request)
            guard authenticationState.need == nil else { throw DomainError.denied(.proofNeeded) }
            return .consoleUser(authenticationState.consoleUser)
        }
    }

    private func key(_ text: String) async throws -> KeyRecord {
        guard let key = try await authenticator.key(text, .secret) else {
            throw WebFailure.unauthenticated("Send a secret key (gh_sk_…) that is not revoked.").challenging(
                withToken: true
            )
        }
        return key
    }

    /// Rejects cross-site changes: a browser adds the cookie to every request that another site causes.
    private func checkOrigin(_ request: Request) throws(WebFailure) {
        guard request.method != .get, request.method != .head else { return }
        guard isFromOwnPage(request) else { throw WebFailure.crossSite }
        if request.headers[.contentType] != nil, ContentType(headers: request.headers) != .json {
            throw WebFailure.unsupportedMediaType(accepted: [ContentType.json.name])
        }
    }
    /// A browser without an origin is rejected: unlike a form, the request has no CSRF token.
    private func isFromOwnPage(_ request: Request) -> Bool {
        if let site = request.headers[.secFetchSite] { return site == "same-origin" }
        return request.headers[.origin] == address.origin
    }
}

/// The one credential of a request to the management API.
enum APICredential: Sendable {
    case key(String)
    case cookie(String)

    /// - Returns: nil when there is none.
    /// - Throws: 400 when there are several, because the intended one is unknown.
    init?(_ headers: HTTPFields, cookie name: String) throws(WebFailure) {
        var found: [APICredential] = []
        for value in headers[values: .authorization] { found.append(.key(Self.bearer(value))) }
        for value in headers[values: .gatehouseKey] { found.append(.key(value)) }
        if let value = try RequestCookies(headers).value(name) { found.append(.cookie(value)) }
        guard found.count <= 1 else {
            throw WebFailure(
                .badRequest,
                "several_credentials",
                title: "There are several credentials",
                detail: "Send one: Authorization, x-gatehouse-key or the console's cookie."
            )
        }
        guard let credential = found.first else { return nil }
        self = credential
    }

    /// The token of `Bearer <token>` (RFC 6750 §2.1); empty for another scheme, which is then an invalid key.
    private static func bearer(_ value: String) -> String { BearerToken(value)?.text ?? "" }
}

/// The caller of a request to the management API.
enum Caller: Sendable {
    case key(KeyRecord)
    case consoleUser(ConsoleUser)

    func principal(from origin: RequestOrigin) -> Principal {
        switch self {
        case .key(let record): .key(record.key.id, from: origin)
        case .consoleUser(let consoleUser): consoleUser.principal(from: origin)
        }
    }

    /// The tenant that the caller belongs to; an operator belongs to none.
    var home: Tenant? {
        switch self {
        case .key(let record): record.tenant
        case .consoleUser(.member(let record)): record.tenant
        case .consoleUser(.operator): nil
        }
    }
}
