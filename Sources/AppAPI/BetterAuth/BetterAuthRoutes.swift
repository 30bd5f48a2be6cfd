import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The part of the Better Auth HTTP interface that apps need for sessions by email and password, under `/api/auth`.
///
/// It differs from upstream on purpose: the short paths `/sign-up` and `/sign-in` work too; `token` in a list of
/// sessions is a handle for `/revoke-session` and never the secret; a session of any age may list and end sessions.
package struct BetterAuthRoutes: Sendable {
    private let services: Services
    private let admission: BetterAuthAdmission
    private let sessions: BetterAuthSessions
    private let signIns: BetterAuthSignInRoutes
    private let sessionRoutes: BetterAuthSessionRoutes
    private let browserSessions: BetterAuthMultiSession
    private let passwords: BetterAuthPasswords
    private let impersonation: BetterAuthReturn

    /// - Parameters:
    ///   - address: the public address of the server.
    ///   - proxies: the proxies whose `X-Forwarded-Host` is trusted.
    package init(services: Services, root: RootKey, address: PublicAddress, proxies: TrustedProxies) {
        self.services = services
        let (authenticator, isSecure) = (services.authenticator, address.isSecure)
        let tenants = TenantResolver(authenticator: authenticator, proxies: proxies)
        let destinations = LinkDestinations(authenticator: authenticator, tenants: tenants, isSecure: isSecure)
        sessions = BetterAuthSessions(
            authenticator: authenticator,
            cookie: SessionCookie(signing: SignedToken(key: root.derived(for: .cookie)), isSecure: isSecure),
            origins: TrustedOrigins(authenticator: authenticator, publicOrigin: PublicOrigin(address.origin)),
            limits: services.selfServiceLimits
        )
        admission = BetterAuthAdmission(
            authenticator: authenticator,
            tenants: tenants,
            sessions: sessions,
            factors: services.secondFactors,
            now: services.now
        )
        browserSessions = BetterAuthMultiSession(services: services, sessions: sessions)
        impersonation = BetterAuthReturn(services: services, sessions: sessions)
        passwords = BetterAuthPasswords(services: services, destinations: destinations)
        signIns = BetterAuthSignInRoutes(
            services: services,
            sessions: sessions,
            browserSessions: browserSessions,
            passwords: passwords,
            destinations: destinations
        )
        sessionRoutes = BetterAuthSessionRoutes(
            services: services,
            sessions: sessions,
            browserSessions: browserSessions,
            impersonation: impersonation
        )
    }

    private static func answer(_ failure: AuthFailure) -> WebFailure { WebFailure(betterAuth: failure, at: .other) }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let routes = Routes(router, list: list, area: .auth).with(ClientOrigins.betterAuth)
            .answering(Self.answer)
        let open = routes.group("api/auth")
        open.get("ok", operation: "betterAuthOK") { _ in Response.json(["ok": true]) }

        let app = routes.group("api/auth", authentication: .publishableKey, admit: admission.enter)
            .with(
                TenantRenderer(settings: services.tenantSettings, texts: services.texts, name: BetterAuthRenderer.name)
            )
            .answering(Self.answer)
        signIns.add(to: app)
        sessionRoutes.add(to: app)
        browserSessions.add(to: app)

        let userRoutes = app.group(authentication: .appSession, admit: sessions.admit)
        sessionRoutes.addSelfService(to: userRoutes)
        signIns.addLinking(to: userRoutes)
        BetterAuthAccount(services: services, sessions: sessions).add(to: userRoutes)
        passwords.add(to: app, userRoutes)
        impersonation.add(to: userRoutes)
        addAdministration(to: routes)
        for path in list.paths(under: "/api/auth") {
            routes.on(.options, RouterPath(path), use: ClientOrigins.betterAuth.preflight.answer)
        }
    }

    /// Adds the routes of the admin plugin; those that change something require a fresh session.
    private func addAdministration(to routes: Routes<GatehouseContext>) {
        let limit = RequestLimit<APIContext>(budget: services.requests)
        BetterAuthAdministration(services: services, sessions: sessions).add(
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
