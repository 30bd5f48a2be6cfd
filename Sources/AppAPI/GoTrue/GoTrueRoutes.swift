import Domain
import HTTPTypes
import Hummingbird
import Logging
import StrictJSON
import UseCases
import WebCore

/// The HTTP interface of GoTrue under `/auth/v1`, as far as apps with a Supabase SDK need it: their client is
/// configured with this address and the tenant's publishable key, and is not changed.
///
/// It differs from upstream on purpose: an unknown address costs the same work as a wrong password; the parent of the
/// current refresh token is accepted again only from a device like the one that has its successor; a phone number is
/// rejected.
package struct GoTrueRoutes: Sendable {
    static let base = "auth/v1"

    let accessTokens: AccessTokens
    let accountSelfService: AccountSelfService
    let appleSignIns: AppleSignIn
    let appleWebFlow: AppleWebFlow
    let invitations: InvitationSignIn
    let links: AccountLinks
    private let refreshes: SessionRefresh
    private let requests: RequestBudget
    private let sessionOpener: SessionOpener
    private let sessionSelfService: SessionSelfService
    private let signIns: PasswordSignIn
    private let signUps: SignUp
    private let signingKeys: SigningKeyRing
    let tenantSettings: any TenantSettingsStore
    let admission: GoTrueAdmission
    private let renderer: TenantRenderer<GoTrueContext>
    private let administration: GoTrueAdministration
    private let linkGenerator: LinkGenerator
    let destinations: LinkDestinations

    /// - Parameter proxies: the proxies whose `X-Forwarded-Host` is trusted.
    package init(services: Services, proxies: TrustedProxies) {
        accessTokens = services.accessTokens
        accountSelfService = services.accountSelfService
        appleSignIns = services.appleSignIns
        appleWebFlow = services.appleWebFlow
        invitations = services.invitations
        links = services.links
        refreshes = services.refreshes
        requests = services.requests
        sessionOpener = services.sessionOpener
        sessionSelfService = services.sessionSelfService
        signIns = services.signIns
        signUps = services.signUps
        signingKeys = services.signingKeys
        tenantSettings = services.tenantSettings
        let authenticator = services.authenticator
        let tenants = TenantResolver(authenticator: authenticator, proxies: proxies)
        admission = GoTrueAdmission(
            authenticator: authenticator,
            tenants: tenants,
            bearers: services.bearers,
            limits: services.selfServiceLimits
        )
        renderer = TenantRenderer(settings: services.tenantSettings, texts: services.texts, name: GoTrueRenderer.name)
        administration = GoTrueAdministration(services: services)
        linkGenerator = LinkGenerator(services: services)
        destinations = LinkDestinations(
            authenticator: authenticator,
            tenants: tenants,
            isSecure: services.address.isSecure
        )
    }

    private static func answer(_ failure: AuthFailure) -> WebFailure { WebFailure(goTrue: failure, at: .other) }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let open = Routes(router, list: list, area: .goTrue).with(ClientOrigins.goTrue)
            .answering(Self.answer)
            .group("auth/v1")
        open.get("health", operation: "goTrueHealth") { _ in
            Response.json([
                "name": "GoTrue", "version": "v2.0.0-gatehouse", "description": "Gatehouse with the GoTrue API",
            ])
        }
        for path in Self.calledByPages + Self.calledByPagesForMessages {
            open.on(.options, path, use: ClientOrigins.goTrue.preflight.answer)
        }

        let app = open.group(authentication: .appKey, admit: admission.enter)
            .with(renderer)
            .answering(Self.answer)
        addPublic(to: app)

        let userRoutes = app.group(authentication: .accessToken, admit: admission.admitUser)
        userRoutes.get("user", operation: "goTrueGetUser", use: getUser)
        userRoutes.put("user", operation: "goTrueUpdateUser", use: updateUser)
        userRoutes.post("logout", operation: "goTrueLogout", use: logOut)

        addWebFlow(to: open)
        addIdentities(to: userRoutes)
        addMessages(to: app, userRoutes, open)

        let back = app.group(authentication: .secretKey, admit: admission.admitAdministrator)
            .with(RequestLimit(budget: requests))
            .answering(WebFailure.init(goTrueAdministration:))
        administration.add(to: back)
        linkGenerator.add(to: back)
    }

    /// Adds the routes of an app without a user: with a key, or by the host name of a tenant.
    private func addPublic(to app: Routes<GoTrueContext>) {
        app.get("settings", operation: "goTrueSettings", use: settings)
        app.get(".well-known/jwks.json", operation: "goTrueKeys", use: keys)
        app.get(".well-known/openid-configuration", operation: "goTrueIssuer") { call in
            Response.json(
                IssuerDescription.json(issuer: accessTokens.issuer(of: call.context.tenant.slug)),
                headers: [.cacheControl: "public, max-age=\(TokenRoutes.cacheSeconds)"]
            )
        }
        app.answering { WebFailure(goTrue: $0, at: .signUp) }
            .post("signup", operation: "goTrueSignUp", use: signUp)
        app.post("token", operation: "goTrueToken", use: token)
    }

    private static let calledByPages: [RouterPath] = [
        "settings", "signup", "token", "user", "logout", "user/identities/authorize", "user/identities/{identity}",
    ]
}

/// The routes that need no user.
extension GoTrueRoutes {
    private func settings(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let settings = try await tenantSettings.settings(of: call.context.tenant.id).settings
        return .json([
            "external": [
                "anonymous_users": .bool(settings.methods.contains(.anonymous)),
                "apple": .bool(settings.methods.contains(.apple)),
                "email": .bool(settings.methods.contains(.password)), "phone": false, "google": false, "github": false,
            ],
            "disable_signup": .bool(settings.signUp != .open), "mailer_autoconfirm": .bool(!settings.confirmsEmail),
            "phone_autoconfirm": false, "sms_provider": "", "saml_enabled": false, "passkeys_enabled": false,
        ])
    }

    private func keys(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let keys = try await signingKeys.published(of: call.context.tenant.id)
        return .json(
            ["keys": .array(keys.map { .object(JSONWebKey.object($0)) })],
            headers: [.cacheControl: "public, max-age=300"]
        )
    }
}

/// The routes to sign up, sign in and refresh.
extension GoTrueRoutes {
    private func signUp(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body = try await call.request.goTrueBody(GoTrueInputs.signUp)
        guard let credentials = body.credentials else {
            let signedIn = try await signUps.signUpAnonymously(body.attributes, in: call.context.signInContext)
            return try await sessionResponse(signedIn, .anonymous, call.context)
        }
        // The rest of the request is validated before the account is created.
        let confirmation = try await confirmation(credentials.email, body.challenge, call)
        let account = NewAccount(
            email: credentials.email,
            password: credentials.password,
            userMetadata: body.attributes
        )
        switch try await signUps.signUp(account, in: call.context.signInContext) {
        case .signedIn(let signedIn): return try await sessionResponse(signedIn, .password, call.context)
        case .unconfirmed(let user):
            await links.askToConfirm(confirmation, in: call.context.signInContext)
            // The response has no identities, so that a real user cannot be distinguished from a fabricated one.
            return .json(GoTrueObjects.user(AccountProfile(user: user, identities: []), confirmsEmail: true))
        }
    }

    private func token(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        switch try call.request.query(GoTrueInputs.grantType) {
        case "password": return try await failing(at: .passwordGrant) { try await password(call) }
        case "refresh_token": return try await failing(at: .refreshGrant) { try await refresh(call) }
        case "id_token": return try await failing(at: .identityTokenGrant) { try await identityToken(call) }
        case "pkce": return try await failing(at: .codeGrant) { try await exchange(call) }
        default: throw WebFailure.goTrue(.badRequest, "invalid_credentials", "unsupported_grant_type")
        }
    }

    /// Runs a grant, and maps its failures by the endpoint.
    private func failing(at endpoint: GoTrueEndpoint, _ grant: () async throws -> Response) async throws -> Response {
        do { return try await grant() } catch let failure as AuthFailure {
            throw WebFailure(goTrue: failure, at: endpoint)
        }
    }

    private func password(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body = try await call.request.goTrueBody(GoTrueInputs.passwordGrant)
        let signedIn = try await signIns.signIn(
            email: body.email,
            password: body.password,
            in: call.context.signInContext
        )
        return try await sessionResponse(signedIn, .password, call.context)
    }

    private func refresh(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let token = try await call.request.goTrueBody(GoTrueInputs.refreshGrant)
        // A token of another format is older than this server, and has no session.
        guard token.hasBytePrefix(RefreshToken.prefix) else { throw AuthFailure.refreshToken(.unknown) }
        let refreshed = try await refreshes.refresh(token, in: call.context.signInContext)
        let profile = try await accountSelfService.profile(of: refreshed.user.id, in: call.context.tenant.id)
        return answer(refreshed.tokens, profile, refreshed.session, confirmsEmail: refreshed.terms.confirmsEmail)
    }

    /// Responds with the tokens of a session that was opened for this client.
    func sessionResponse(
        _ opened: some OpenedSession,
        _ method: AuthenticationMethod,
        _ context: GoTrueContext
    ) async throws(AuthFailure) -> Response {
        let (session, tenant) = (opened.session, context.tenant)
        do throws(DomainError) {
            return try await sessionOpener.handingOver(opened, in: context.signInContext) {
                () throws(DomainError) in
                let tokens = try await accessTokens.issue(for: session, tenant: tenant, method: method)
                let profile = try await accountSelfService.profile(of: opened.user.id, in: tenant.id)
                return answer(tokens, profile, session, confirmsEmail: opened.confirmsEmail)
            }
        } catch {
            context.logger.error(
                "Tokens of a new session could not be issued",
                metadata: ["reason": "\(ErrorSummary(error))"]
            )
            throw .unavailable(retryAfter: .seconds(1))
        }
    }

    private func answer(
        _ tokens: IssuedTokens,
        _ profile: AccountProfile,
        _ session: Session,
        confirmsEmail: Bool
    ) -> Response {
        .json(
            GoTrueObjects.session(tokens, profile, confirmsEmail: confirmsEmail),
            headers: [
                .cacheControl: "no-store", .sbAuthUserID: profile.user.id.description,
                .sbAuthSessionID: session.id.description,
            ]
        )
    }
}

/// The routes for the user's own account.
extension GoTrueRoutes {
    private func getUser(_ call: PlainCall<GoTrueUserContext>) async throws -> Response {
        let record = call.context.record
        let profile = try await accountSelfService.profile(of: record.user.id, in: record.tenant.id)
        return .json(GoTrueObjects.user(profile, confirmsEmail: record.terms.confirmsEmail))
    }

    private func updateUser(_ call: PlainCall<GoTrueUserContext>) async throws -> Response {
        let body = try await call.request.goTrueBody(GoTrueInputs.userUpdate)
        let change = try await body.change.with(message(body.challenge, call))
        let profile = try await accountSelfService.update(
            change,
            by: call.context.record,
            in: call.context.signInContext
        )
        return .json(GoTrueObjects.user(profile, confirmsEmail: call.context.record.terms.confirmsEmail))
    }

    private func logOut(_ call: PlainCall<GoTrueUserContext>) async throws -> Response {
        let scope = try call.request.query(GoTrueInputs.signOut)
        _ = try await call.request.goTrueFields(isOptional: true)
        switch scope {
        case .local: try await sessionSelfService.signOut(call.context.record, from: call.context.origin)
        case .others:
            try await sessionSelfService.endOthers(by: call.context.record, from: call.context.origin)
        case .global: try await sessionSelfService.endAll(by: call.context.record, from: call.context.origin)
        }
        return .noContent
    }
}
