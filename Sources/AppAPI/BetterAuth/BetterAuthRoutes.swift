import Crypto
import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The part of the Better Auth HTTP interface that apps need for sessions by email and password, under `/api/auth`.
///
/// It differs from upstream on purpose: the short paths `/sign-up` and `/sign-in` work too; `token` in a list of
/// sessions is a handle for `/revoke-session` and never the secret; a session of any age may list and end sessions.
package struct BetterAuthRoutes: Sendable {
    let services: Services
    private let admission: BetterAuthAdmission
    private let sessions: BetterAuthSessions
    private let browserSessions: BetterAuthMultiSession
    private let impersonation: BetterAuthReturn
    private let signIns: PasswordSignIn
    private let appleSignIns: AppleSignIn
    private let appleWebFlow: AppleWebFlow
    private let tokens: AccessTokens
    private let own: SessionSelfService
    let destinations: LinkDestinations

    /// - Parameters:
    ///   - address: the public address of the server.
    ///   - proxies: the proxies whose `X-Forwarded-Host` is trusted.
    package init(services: Services, root: RootKey, address: PublicAddress, proxies: TrustedProxies) {
        let isSecure = address.isSecure
        self.services = services
        let signing = SignedToken(key: root.derived(for: .cookie))
        sessions = BetterAuthSessions(
            authenticator: services.authenticator,
            cookie: SessionCookie(signing: signing, isSecure: isSecure),
            origins: TrustedOrigins(authenticator: services.authenticator, publicOrigin: PublicOrigin(address.origin)),
            changes: services.ownChanges
        )
        browserSessions = BetterAuthMultiSession(services: services, sessions: sessions)
        impersonation = BetterAuthReturn(services: services, sessions: sessions)
        admission = BetterAuthAdmission(
            authenticator: services.authenticator,
            naming: TenantResolver(authenticator: services.authenticator, proxies: proxies),
            sessions: sessions,
            factors: services.secondFactors,
            now: services.now
        )
        signIns = services.signIns
        appleSignIns = services.appleSignIns
        appleWebFlow = services.appleWebFlow
        tokens = services.accessTokens
        own = services.ownSessions
        destinations = LinkDestinations(
            authenticator: services.authenticator,
            naming: TenantResolver(authenticator: services.authenticator, proxies: proxies),
            isSecure: isSecure
        )
    }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let routes = Routes(router, list: list, area: .auth)
            .with(AuthFailureRenderer { WebFailure(betterAuth: $0, at: .other) })
        let open = routes.group("api/auth")
        open.get("ok", operation: "betterAuthOK") { _, _ in Response.json(["ok": true]) }

        let app = routes.group("api/auth", authentication: .publishableKey, admit: admission.enter)
            .with(
                TenantRenderer(
                    settings: services.tenantSettings,
                    texts: services.texts,
                    code: BetterAuthRenderer.code
                )
            )
            .with(AuthFailureRenderer { WebFailure(betterAuth: $0, at: .other) })
        app.post("sign-up", operation: "betterAuthSignUpBare") { try await signUp($0, $1, needsName: false) }
        app.post("sign-up/email", operation: "betterAuthSignUp") { try await signUp($0, $1, needsName: true) }
        app.post("sign-in", operation: "betterAuthSignInBare", use: signIn)
        app.post("sign-in/email", operation: "betterAuthSignIn", use: signIn)
        app.post("sign-in/social", operation: "betterAuthSocialSignIn", use: signInSocially)
        app.get("get-session", operation: "betterAuthGetSession", use: getSession)
        app.post("sign-out", operation: "betterAuthSignOut", use: signOut)
        browserSessions.add(to: app)

        let person = app.group(authentication: .appSession, admit: sessions.admit)
        person.get("list-sessions", operation: "betterAuthListSessions", use: listSessions)
        person.post("revoke-session", operation: "betterAuthRevokeSession", use: revokeSession)
        person.post("revoke-other-sessions", operation: "betterAuthRevokeOtherSessions", use: revokeOtherSessions)
        person.post("revoke-sessions", operation: "betterAuthRevokeSessions", use: revokeSessions)
        person.with(AuthFailureRenderer { WebFailure(betterAuth: $0, at: .linkSocial) })
            .post("link-social", operation: "betterAuthLinkSocial", use: linkSocially)
        BetterAuthAccount(services: services, sessions: sessions).add(to: person)
        addPasswords(to: app, person)

        impersonation.add(to: person)
        BetterAuthAdministration(services: services, sessions: sessions).add(
            reading: routes.group(
                "api/auth/admin",
                authentication: .appAdministrator,
                admit: admission.admitAdministrator
            )
            .with(RequestLimit(budget: services.requests)),
            changing: routes.group(
                "api/auth/admin",
                authentication: .appAdministrator,
                admit: admission.admitFreshAdministrator
            )
            .with(RequestLimit(budget: services.requests))
        )
    }
}

/// The routes to sign up and sign in.
extension BetterAuthRoutes {
    private func signUp(_ request: Request, _ context: AppContext, needsName: Bool) async throws -> Response {
        let body = try await BetterAuthBody.SignUp(request, needsName: needsName)
        // The callback is validated before the account is created.
        let confirmation = try await confirmation(body.email, callback: body.callback, request, context)
        let account = NewAccount(email: body.email, name: body.name, password: body.password)
        let outcome = try await signIns.signUp(account, in: context.signInContext)
        guard case .signedIn(let signedIn) = outcome else {
            await services.links.askToConfirm(confirmation, in: context.signInContext)
            return Self.unconfirmed(outcome)
        }
        let answer: JSONValue = [
            "token": .string(signedIn.token.text), "user": ResponseSchema<User>.betterAuthUser.json(signedIn.user),
        ]
        return await begun(signedIn, answer, isRemembered: body.isRemembered, request, context)
    }

    /// The response of a sign-up without a session, because the address must be verified first.
    private static func unconfirmed(_ outcome: SignUpOutcome) -> Response {
        guard case .unconfirmed(let user) = outcome else { return Response(status: .internalServerError) }
        return .json(["token": .null, "user": ResponseSchema<User>.betterAuthUser.json(user)])
    }

    @Sendable private func signIn(_ request: Request, _ context: AppContext) async throws -> Response {
        let body = try await BetterAuthBody.SignIn(request)
        try await check(body.callback, request, context)
        let signedIn = try await signIns.signIn(
            email: body.email,
            password: body.password,
            in: context.signInContext
        )
        var answer: JSONObject = ["redirect": .bool(body.callback != nil), "token": .string(signedIn.token.text)]
        answer.append("url", body.callback.map(JSONValue.string))
        answer.append("user", ResponseSchema<User>.betterAuthUser.json(signedIn.user))
        return await begun(signedIn, .object(answer), isRemembered: body.isRemembered, request, context)
    }

    /// Signs in with the identity token of an app, or by Apple's page in a browser.
    @Sendable private func signInSocially(_ request: Request, _ context: AppContext) async throws -> Response {
        let body = try await BetterAuthBody.Social(request)
        for address in [body.callback, body.errorCallback] { try await check(address, request, context) }
        guard let apple = body.apple else {
            return try await sendToApple(body, in: context.signInContext, request, context)
        }
        let signedIn = try await appleSignIns.signIn(apple, in: context.signInContext)
        let answer: JSONValue = [
            "redirect": false, "token": .string(signedIn.token.text),
            "user": ResponseSchema<User>.betterAuthUser.json(signedIn.user),
        ]
        return await begun(signedIn, answer, isRemembered: true, request, context)
    }

    /// Links Apple to the own account: with the identity token of an app, or by Apple's page in a browser.
    @Sendable private func linkSocially(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let body = try await BetterAuthBody.Social(request)
        for address in [body.callback, body.errorCallback].compactMap(\.self)
        where try await !sessions.origins.trusts(address: address, request, of: context.tenant) {
            throw WebFailure.untrustedCallback
        }
        let session = context.record.session
        // Without this proof anyone with access to an open session could take over the account for good.
        try await services.ownAccount.prove(context.record, by: body.password, in: context.signInContext)
        guard let apple = body.apple else {
            return try await sendToApple(body, linking: session.id, in: context.signInContext, request, context)
        }
        try await appleSignIns.link(apple, to: session.id, in: context.signInContext)
        return .json(["url": "", "status": true, "redirect": false])
    }

    private func sendToApple(
        _ body: BetterAuthBody.Social,
        linking session: Session.ID? = nil,
        in signIn: SignInContext,
        _ request: Request,
        _ context: some IdentifiedContext
    ) async throws -> Response {
        let (returnTo, slug) = (body.callback ?? "/", signIn.tenant.slug)
        // A tenant with its own host name has its cookies there.
        let own = try await destinations.ownAddress(of: request, context, for: signIn.tenant)
        let address = own.map { "\($0)/t/\(slug)" } ?? tokens.issuer(of: slug)
        let begun = try await appleWebFlow.begin(
            AppleFlowRequest(
                session == nil ? .app : .link,
                session: session,
                redirectURI: address + ApplePaths.callback,
                returnTo: returnTo,
                errorTo: body.errorCallback ?? returnTo
            ),
            in: signIn
        )
        var answer = Response.json(["url": .string(begun.address), "redirect": true])
        answer.headers[.location] = begun.address
        answer.set(AppleFlowCookie.setting(begun.browser, isSecure: sessions.origins.isSecure))
        let kept = session == nil ? try? await browserSessions.keepActing(request, in: signIn.tenant) : nil
        for cookie in kept ?? [] { answer.addCookie(cookie) }
        return answer
    }

    private func check(_ callback: String?, _ request: Request, _ context: AppContext) async throws {
        if let callback, try await !sessions.origins.trusts(address: callback, request, of: context.tenant) {
            throw WebFailure.untrustedCallback
        }
    }

    private func begun(
        _ signedIn: SignedIn,
        _ answer: JSONValue,
        isRemembered: Bool,
        _ request: Request,
        _ context: AppContext
    ) async -> Response {
        var response = sessions.begun(signedIn.token.text, answer, isRemembered: isRemembered)
        if isRemembered, let mark = signedIn.deviceMark {
            let name = DeviceCookie.name(context.tenant.slug)
            response.set(DeviceCookie.setting(name, mark, isSecure: sessions.cookie.isSecure))
        }
        // A new sign-in discards the administrator's session that waited in this cookie.
        if (try? sessions.cookie.administratorToken(in: request.headers)) != nil {
            response.addCookie(sessions.cookie.deletingAdministrator)
        }
        // A sign-in succeeds even if the browser cannot keep another cookie.
        let kept = try? await browserSessions.keep(
            signedIn,
            isRemembered: isRemembered,
            of: request,
            in: context.tenant
        )
        for cookie in kept ?? [] { response.addCookie(cookie) }
        return response
    }
}

/// The routes for the user's own sessions.
extension BetterAuthRoutes {
    @Sendable private func getSession(_ request: Request, _ context: AppContext) async throws -> Response {
        guard let session = try await sessions.session(of: request, in: context) else {
            return try await impersonation.returning(request, context.tenant) ?? sessions.ended(.null, request)
        }
        // Scripts of a page cannot read the cookie, so the response must not contain its token.
        let token = session.carrier == .bearer ? session.token : nil
        let presence = BetterAuthPresence(
            session: BetterAuthSession(session: session.record.session, token: token),
            user: session.record.user
        )
        return .json(ResponseSchema<BetterAuthPresence>.betterAuthPresence.json(presence))
    }

    @Sendable private func signOut(_ request: Request, _ context: AppContext) async throws -> Response {
        let session = try await sessions.session(of: request, in: context)
        try await BetterAuthBody.nothing(request)
        // A bearer token selects the app's session; cookies do not apply.
        let isBrowser = request.headers[.authorization] == nil
        if isBrowser,
            try browserSessions.areBrought(by: request)
                || sessions.cookie.administratorToken(in: request.headers) != nil
        {
            try await sessions.origins.check(request, of: context.tenant)
        }
        if let session { try await own.signOut(session.record, from: context.origin) }
        var response = sessions.ended(["success": true], request)
        guard isBrowser else { return response }
        try await impersonation.endAdministrator(request, context.tenant, from: context.origin)
        for cookie in try await browserSessions.end(request, context) { response.addCookie(cookie) }
        return response
    }

    @Sendable private func listSessions(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let list = try await own.list(of: context.record)
        return .json(
            .array(
                list.map { ResponseSchema<BetterAuthSession>.betterAuthSession.json(BetterAuthSession(session: $0)) }
            )
        )
    }

    /// Accepts the handle of a session, or the token of one of the user's own sessions.
    @Sendable private func revokeSession(_ request: Request, _ context: SignedInContext) async throws -> Response {
        let token = try await BetterAuthBody.token(request)
        if let id = try await sessionID(token, context) {
            try await own.end(id, by: context.record, from: context.origin)
        }
        return .json(["status": true])
    }

    private func sessionID(_ token: String, _ context: SignedInContext) async throws -> Session.ID? {
        if let id = Session.ID(token) { return id }
        guard let other = try await sessions.record(of: token, in: context.tenant),
            other.user.id == context.record.user.id
        else {
            return nil
        }
        return other.session.id
    }

    @Sendable private func revokeOtherSessions(_ request: Request, _ context: SignedInContext) async throws -> Response
    {
        try await BetterAuthBody.nothing(request)
        try await own.endOthers(by: context.record, from: context.origin)
        return .json(["status": true])
    }

    @Sendable private func revokeSessions(_ request: Request, _ context: SignedInContext) async throws -> Response {
        try await BetterAuthBody.nothing(request)
        try await own.endAll(by: context.record, from: context.origin)
        try await impersonation.endAdministrator(request, context.tenant, from: context.origin)
        return sessions.ended(["status": true], request)
    }
}

extension WebFailure {
    static let untrustedCallback = WebFailure(
        .forbidden,
        "invalid_callback_url",
        title: "The address is not one of the app's",
        detail: "Send a path, or an address of the app's own host name, as callbackURL."
    )
}
