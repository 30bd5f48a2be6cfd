import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The part of the Better Auth HTTP interface that apps need for sessions by email and password, under `/api/auth`.
///
/// It differs from upstream on purpose: the short paths `/sign-up` and `/sign-in` work too; `token` in a list of
/// sessions is a handle for `/revoke-session` and never the secret; a session of any age may list and end sessions.
package struct BetterAuthRoutes: Sendable {
    private let admission: BetterAuthAdmission
    private let renderer: TenantRenderer<AppContext>
    private let requests: RequestBudget
    private let sessions: BetterAuthSessions
    private let signIns: BetterAuthSignInRoutes
    private let sessionRoutes: BetterAuthSessionRoutes
    private let browserSessions: BetterAuthMultiSession
    private let passwords: BetterAuthPasswords
    private let account: BetterAuthAccount
    private let impersonation: BetterAuthReturn
    private let administration: BetterAuthAdministration

    /// - Parameter proxies: the proxies whose `X-Forwarded-Host` is trusted.
    package init(services: Services, proxies: TrustedProxies) {
        let (authenticator, isSecure) = (services.authenticator, services.address.isSecure)
        let tenants = TenantResolver(authenticator: authenticator, proxies: proxies)
        let destinations = LinkDestinations(authenticator: authenticator, tenants: tenants, isSecure: isSecure)
        renderer = TenantRenderer(
            settings: services.tenantSettings,
            texts: services.texts,
            name: BetterAuthRenderer.name
        )
        requests = services.requests
        sessions = BetterAuthSessions(
            authenticator: authenticator,
            bearers: services.bearers,
            cookie: SessionCookie(services),
            origins: TrustedOrigins(authenticator: authenticator, publicOrigin: PublicOrigin(services.address)),
            limits: services.selfServiceLimits
        )
        admission = BetterAuthAdmission(
            authenticator: authenticator,
            tenants: tenants,
            sessions: sessions,
            factors: services.secondFactors,
            now: services.now
        )
        browserSessions = BetterAuthMultiSession(
            impersonation: services.impersonation,
            sessionSelfService: services.sessionSelfService,
            tenantSettings: services.tenantSettings,
            sessions: sessions
        )
        impersonation = BetterAuthReturn(
            authenticator: authenticator,
            impersonation: services.impersonation,
            sessionSelfService: services.sessionSelfService,
            sessions: sessions
        )
        passwords = BetterAuthPasswords(
            accountSelfService: services.accountSelfService,
            links: services.links,
            tenantSettings: services.tenantSettings,
            destinations: destinations
        )
        signIns = BetterAuthSignInRoutes(
            accessTokens: services.accessTokens,
            accountSelfService: services.accountSelfService,
            appleSignIns: services.appleSignIns,
            appleWebFlow: services.appleWebFlow,
            links: services.links,
            signIns: services.signIns,
            signUps: services.signUps,
            sessions: sessions,
            browserSessions: browserSessions,
            passwords: passwords,
            destinations: destinations
        )
        sessionRoutes = BetterAuthSessionRoutes(
            sessionSelfService: services.sessionSelfService,
            sessions: sessions,
            browserSessions: browserSessions,
            impersonation: impersonation
        )
        account = BetterAuthAccount(accountSelfService: services.accountSelfService, sessions: sessions)
        administration = BetterAuthAdministration(
            denials: services.denials,
            impersonation: services.impersonation,
            now: services.now,
            sessionAdministration: services.sessions,
            users: services.users,
            sessions: sessions
        )
    }

    private static func answer(_ failure: AuthFailure) -> WebFailure { WebFailure(betterAuth: failure, at: .other) }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let routes = Routes(router, list: list, area: .auth).with(ClientOrigins.betterAuth)
            .answering(Self.answer)
        let open = routes.group("api/auth")
        open.get("ok", operation: "betterAuthOK") { _ in Response.json(["ok": true]) }

        let app = routes.group("api/auth", authentication: .publishableKey, admit: admission.enter)
            .with(renderer)
            .answering(Self.answer)
        signIns.add(to: app)
        sessionRoutes.add(to: app)
        browserSessions.add(to: app)

        let userRoutes = app.group(authentication: .appSession, admit: sessions.admit)
        sessionRoutes.addSelfService(to: userRoutes)
        signIns.addLinking(to: userRoutes)
        account.add(to: userRoutes)
        passwords.add(to: app, userRoutes)
        impersonation.add(to: userRoutes)
        addAdministration(to: routes)
        for path in list.paths(under: "/api/auth") {
            routes.on(.options, RouterPath(path), use: ClientOrigins.betterAuth.preflight.answer)
        }
    }

    /// Adds the routes of the admin plugin; those that change something require a fresh session.
    private func addAdministration(to routes: Routes<GatehouseContext>) {
        let limit = RequestLimit<APIContext>(budget: requests)
        administration.add(
            reading: routes.group(
                "api/auth/admin",
                authentication: .appAdministrator,
                admit: admission.admitAdministrator
            )
            .with(limit),
            changing: routes.group(
                "api/auth/admin",
                authentication: .appAdministrator,
                admit: admission.admitFreshAdministrator
            )
            .with(limit)
        )
    }
}
