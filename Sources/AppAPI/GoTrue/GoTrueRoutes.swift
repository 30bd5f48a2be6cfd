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

    let services: Services
    let admission: GoTrueAdmission
    let destinations: LinkDestinations

    /// - Parameters:
    ///   - isSecure: whether the public address is https.
    ///   - proxies: the proxies whose `X-Forwarded-Host` is trusted.
    package init(services: Services, isSecure: Bool, proxies: TrustedProxies) {
        self.services = services
        let naming = TenantResolver(authenticator: services.authenticator, proxies: proxies)
        admission = GoTrueAdmission(authenticator: services.authenticator, naming: naming, changes: services.ownChanges)
        destinations = LinkDestinations(authenticator: services.authenticator, naming: naming, isSecure: isSecure)
    }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let open = Routes(router, list: list, area: .goTrue).with(ClientOrigins.goTrue)
            .with(AuthFailureRenderer { WebFailure(goTrue: $0, at: .other) })
            .group("auth/v1")
        open.get("health", operation: "goTrueHealth") { _, _ in
            Response.json([
                "name": "GoTrue", "version": "v2.0.0-gatehouse", "description": "Gatehouse, in the dialect of GoTrue",
            ])
        }
        for path in Self.calledByPages + Self.calledByPagesForMessages {
            open.on(.options, path, use: ClientOrigins.goTrue.preflight.answer)
        }

        let app = open.group(authentication: .appKey, admit: admission.enter)
            .with(
                TenantRenderer(settings: services.tenantSettings, texts: services.texts) {
                    GoTrueRenderer.name($0).code
                }
            )
            .with(AuthFailureRenderer { WebFailure(goTrue: $0, at: .other) })
        addPublic(to: app)

        let person = app.group(authentication: .accessToken, admit: admission.admitPerson)
        person.get("user", operation: "goTrueGetUser", use: getUser)
        person.put("user", operation: "goTrueUpdateUser", use: updateUser)
        person.post("logout", operation: "goTrueLogout", use: logOut)

        addWebFlow(to: open)
        addIdentities(to: person)
        addMessages(to: app, person, open)

        let back = app.group(authentication: .secretKey, admit: admission.admitAdministrator)
            .with(RequestLimit(budget: services.requests))
        GoTrueAdministration(services: services).add(to: back)
        LinkGenerator(services: services).add(to: back)
    }

    /// Adds the routes for any holder of a key.
    private func addPublic(to app: Routes<GoTrueContext>) {
        app.get("settings", operation: "goTrueSettings", use: settings)
        app.get(".well-known/jwks.json", operation: "goTrueKeys", use: keys)
        app.get(".well-known/openid-configuration", operation: "goTrueIssuer") { _, context in
            Response.json(
                IssuerDescription.json(issuer: services.accessTokens.issuer(of: context.tenant.slug)),
                headers: [.cacheControl: "public, max-age=\(TokenRoutes.cacheSeconds)"]
            )
        }
        app.with(AuthFailureRenderer { WebFailure(goTrue: $0, at: .signUp) })
            .post("signup", operation: "goTrueSignUp", use: signUp)
        app.post("token", operation: "goTrueToken", use: token)
    }

    private static let calledByPages: [RouterPath] = [
        "settings", "signup", "token", "user", "logout", "user/identities/authorize", "user/identities/:identity",
    ]
}

/// The public routes, for any holder of a key.
extension GoTrueRoutes {
    @Sendable private func settings(_ request: Request, _ context: GoTrueContext) async throws -> Response {
        let settings = try await services.tenantSettings.settings(of: context.tenant.id).settings
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

    @Sendable private func keys(_ request: Request, _ context: GoTrueContext) async throws -> Response {
        let keys = try await services.signingKeys.published(of: context.tenant.id)
        return .json(
            ["keys": .array(keys.map { .object(JSONWebKey.object($0)) })],
            headers: [.cacheControl: "public, max-age=300"]
        )
    }
}

/// The routes to sign up, sign in and refresh.
extension GoTrueRoutes {
    @Sendable private func signUp(_ request: Request, _ context: GoTrueContext) async throws -> Response {
        let object = try await GoTrueBody.object(request)
        let body = try GoTrueBody.SignUp(object)
        // The rest of the request is validated before the account is created.
        let confirmation = body.credentials == nil ? nil : try await confirmation(object, request, context)
        guard let credentials = body.credentials else {
            let signedIn = try await services.signIns.signUpAnonymously(body.data, in: context.signInContext)
            return try await begun(signedIn, .anonymous, context)
        }
        let account = NewAccount(email: credentials.email, password: credentials.password, userMetadata: body.data)
        switch try await services.signIns.signUp(account, in: context.signInContext) {
        case .signedIn(let signedIn): return try await begun(signedIn, .password, context)
        case .unconfirmed(let user):
            if let confirmation { await services.links.askToConfirm(confirmation, in: context.signInContext) }
            // The response has no identities, so that a real user cannot be distinguished from a fabricated one.
            return .json(GoTrueObjects.user(AccountProfile(user: user, identities: []), confirmsEmail: true))
        }
    }

    @Sendable private func token(_ request: Request, _ context: GoTrueContext) async throws -> Response {
        var query = try request.programQueryFields()
        let grant = query.optionalText("grant_type", maximum: 40)
        try query.finish(.ignored)
        switch grant {
        case "password": return try await failing(at: .passwordGrant) { try await password(request, context) }
        case "refresh_token": return try await failing(at: .refreshGrant) { try await refresh(request, context) }
        case "id_token": return try await failing(at: .identityTokenGrant) { try await identityToken(request, context) }
        case "pkce": return try await failing(at: .codeGrant) { try await exchange(request, context) }
        default: throw WebFailure.goTrue(.badRequest, "invalid_credentials", "unsupported_grant_type")
        }
    }

    /// Runs a grant; its failures are answered as those of its endpoint.
    private func failing(at endpoint: GoTrueEndpoint, _ grant: () async throws -> Response) async throws -> Response {
        do { return try await grant() } catch let failure as AuthFailure {
            // Upstream answers some failures of this grant in the format of OAuth.
            if endpoint == .identityTokenGrant, let fault = OAuthFault(failure) { return fault.response }
            throw WebFailure(goTrue: failure, at: endpoint)
        }
    }

    private func password(_ request: Request, _ context: GoTrueContext) async throws -> Response {
        let body = try GoTrueBody.Credentials(try await GoTrueBody.object(request))
        let signedIn = try await services.signIns.signIn(
            email: body.email,
            password: body.password,
            in: context.signInContext
        )
        return try await begun(signedIn, .password, context)
    }

    private func refresh(_ request: Request, _ context: GoTrueContext) async throws -> Response {
        let token = try GoTrueBody.refreshToken(try await GoTrueBody.object(request))
        // A token of another format is older than this server, and has no session.
        guard token.hasBytePrefix(RefreshToken.prefix) else { throw AuthFailure.refreshToken(.unknown) }
        let refreshed = try await services.refreshes.refresh(token, in: context.signInContext)
        let profile = try await services.ownAccount.profile(of: refreshed.user.id, in: context.tenant.id)
        return answer(refreshed.tokens, profile, refreshed.session, confirmsEmail: refreshed.terms.confirmsEmail)
    }

    func begun(
        _ signedIn: SignedIn,
        _ method: AuthenticationMethod,
        _ context: GoTrueContext
    ) async throws(AuthFailure) -> Response {
        try await begun(signedIn.session, signedIn.user, signedIn.role, method, context)
    }

    /// Responds with the tokens of a session: the existing ones, if there are any.
    func begun(
        _ session: Session,
        _ user: User,
        _ role: Role,
        _ method: AuthenticationMethod,
        _ context: GoTrueContext
    ) async throws(AuthFailure) -> Response {
        do throws(DomainError) {
            let tokens = try await services.accessTokens.issue(for: session, tenant: context.tenant, method: method)
            let profile = try await services.ownAccount.profile(of: user.id, in: context.tenant.id)
            let settings = try await services.tenantSettings.settings(of: context.tenant.id).settings
            return answer(tokens, profile, session, confirmsEmail: settings.confirmsEmail)
        } catch {
            await services.signIns.abandon(session, of: user, role, from: context.signInContext.origin)
            context.logger.error(
                "Tokens of a new session could not be made",
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

/// The routes for the own account.
extension GoTrueRoutes {
    @Sendable private func getUser(_ request: Request, _ context: GoTrueUserContext) async throws -> Response {
        let record = context.record
        let profile = try await services.ownAccount.profile(of: record.user.id, in: record.tenant.id)
        return .json(GoTrueObjects.user(profile, confirmsEmail: record.terms.confirmsEmail))
    }

    @Sendable private func updateUser(_ request: Request, _ context: GoTrueUserContext) async throws -> Response {
        let body = try GoTrueBody.UserUpdate(try await GoTrueBody.object(request))
        let change = try await body.change.with(message(body.challenge, request, context))
        let profile = try await services.ownAccount.update(change, by: context.record, in: context.signInContext)
        return .json(GoTrueObjects.user(profile, confirmsEmail: context.record.terms.confirmsEmail))
    }

    private enum Scope: String, CaseIterable { case global, local, others }

    @Sendable private func logOut(_ request: Request, _ context: GoTrueUserContext) async throws -> Response {
        var query = try request.programQueryFields()
        let scope = query.optionalOneOf("scope", as: Scope.self) ?? .global
        try query.finish(.ignored)
        _ = try await GoTrueBody.object(request, isOptional: true)
        switch scope {
        case .local: try await services.ownSessions.signOut(context.record, from: context.origin)
        case .others: try await services.ownSessions.endOthers(by: context.record, from: context.origin)
        case .global: try await services.ownSessions.endAll(by: context.record, from: context.origin)
        }
        return .noContent
    }
}
