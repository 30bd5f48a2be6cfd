import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The routes to sign up and sign in, with a password or with Apple.
struct BetterAuthSignInRoutes: Sendable {
    let accessTokens: AccessTokens
    let accountSelfService: AccountSelfService
    let appleSignIns: AppleSignIn
    let appleWebFlow: AppleWebFlow
    let links: AccountLinks
    let signIns: PasswordSignIn
    let signUps: SignUp
    let sessions: BetterAuthSessions
    let browserSessions: BetterAuthMultiSession
    let passwords: BetterAuthPasswords
    let destinations: LinkDestinations

    func add(to app: Routes<AppContext>) {
        app.post("sign-up", operation: "betterAuthSignUpBare") { try await signUp($0, BetterAuthInputs.bareSignUp) }
        app.post("sign-up/email", operation: "betterAuthSignUp") { try await signUp($0, BetterAuthInputs.signUp) }
        app.post("sign-in", operation: "betterAuthSignInBare", use: signIn)
        app.post("sign-in/email", operation: "betterAuthSignIn", use: signIn)
        app.post("sign-in/social", operation: "betterAuthSocialSignIn", use: signInSocially)
    }

    func addLinking(to routes: Routes<SignedInContext>) {
        routes.answering { WebFailure(betterAuth: $0, at: .linkSocial) }
            .post("link-social", operation: "betterAuthLinkSocial", use: linkSocially)
    }

    private func signUp(
        _ call: PlainCall<AppContext>,
        _ inputs: Inputs<BetterAuthInputs.SignUp>
    ) async throws -> Response {
        let body = try await call.request.betterAuthBody(inputs)
        let credentials = body.credentials
        // The callback is validated before the account is created.
        let confirmation = try await passwords.confirmation(credentials.email, callback: credentials.callback, call)
        let account = NewAccount(email: credentials.email, name: body.name, password: credentials.password)
        let outcome = try await signUps.signUp(account, in: call.context.signInContext)
        guard case .signedIn(let signedIn) = outcome else {
            await links.askToConfirm(confirmation, in: call.context.signInContext)
            return Self.unconfirmed(outcome)
        }
        let answer: JSONValue = [
            "token": .string(signedIn.token.text), "user": ResponseSchema<User>.betterAuthUser.json(signedIn.user),
        ]
        return await sessionResponse(signedIn, answer, isRemembered: credentials.isRemembered, call)
    }

    /// The response of a sign-up without a session, because the address must be verified first.
    private static func unconfirmed(_ outcome: SignUpOutcome) -> Response {
        guard case .unconfirmed(let user) = outcome else { return Response(status: .internalServerError) }
        return .json(["token": .null, "user": ResponseSchema<User>.betterAuthUser.json(user)])
    }

    private func signIn(_ call: PlainCall<AppContext>) async throws -> Response {
        let body = try await call.request.betterAuthBody(BetterAuthInputs.signIn)
        try await check(body.callback, call)
        let signedIn = try await signIns.signIn(
            email: body.email,
            password: body.password,
            in: call.context.signInContext
        )
        var answer: JSONObject = ["redirect": .bool(body.callback != nil), "token": .string(signedIn.token.text)]
        answer.append("url", body.callback.map(JSONValue.string))
        answer.append("user", ResponseSchema<User>.betterAuthUser.json(signedIn.user))
        return await sessionResponse(signedIn, .object(answer), isRemembered: body.isRemembered, call)
    }

    /// Signs in with the identity token of an app, or by Apple's page in a browser.
    private func signInSocially(_ call: PlainCall<AppContext>) async throws -> Response {
        let body = try await BetterAuthSocial(call.request)
        for address in [body.callback, body.errorCallback] { try await check(address, call) }
        guard let apple = body.apple else {
            return try await sendToApple(body, in: call.context.signInContext, call)
        }
        let signedIn = try await appleSignIns.signIn(apple, in: call.context.signInContext)
        let answer: JSONValue = [
            "redirect": false, "token": .string(signedIn.token.text),
            "user": ResponseSchema<User>.betterAuthUser.json(signedIn.user),
        ]
        return await sessionResponse(signedIn, answer, isRemembered: true, call)
    }

    /// Links Apple to the user's own account: with the identity token of an app, or by Apple's page in a browser.
    private func linkSocially(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let body = try await BetterAuthSocial(call.request)
        for address in [body.callback, body.errorCallback].compactMap(\.self)
        where try await !sessions.origins.trusts(address: address, call.request, of: call.context.tenant) {
            throw WebFailure.untrustedCallback
        }
        let session = call.context.record.session
        // Without this proof anyone with access to an open session could take over the account for good.
        try await accountSelfService.prove(call.context.record, by: body.password, in: call.context.signInContext)
        guard let apple = body.apple else {
            return try await sendToApple(body, linking: session.id, in: call.context.signInContext, call)
        }
        try await appleSignIns.link(apple, to: session.id, in: call.context.signInContext)
        return .json(["url": "", "status": true, "redirect": false])
    }

    private func sendToApple(
        _ body: BetterAuthSocial,
        linking session: Session.ID? = nil,
        in signIn: SignInContext,
        _ call: PlainCall<some IdentifiedContext>
    ) async throws -> Response {
        let (returnTo, slug) = (body.callback ?? "/", signIn.tenant.slug)
        // A tenant with its own host name has its cookies there.
        let own = try await destinations.ownAddress(of: call, for: signIn.tenant)
        let address = own.map { "\($0)/t/\(slug)" } ?? accessTokens.issuer(of: slug)
        let flow = try await appleWebFlow.begin(
            AppleFlowRequest(
                session == nil ? .app : .link,
                session: session,
                redirectURI: address + ApplePaths.callback,
                returnTo: returnTo,
                errorTo: body.errorCallback ?? returnTo
            ),
            in: signIn
        )
        var answer = Response.json(["url": .string(flow.address), "redirect": true])
        answer.headers[.location] = flow.address
        answer.set(AppleFlowCookie.setting(flow.browser, isSecure: sessions.origins.isSecure))
        let kept = session == nil ? try? await browserSessions.keepActing(call.request, in: signIn.tenant) : nil
        for cookie in kept ?? [] { answer.addCookie(cookie) }
        return answer
    }

    private func check(_ callback: String?, _ call: PlainCall<AppContext>) async throws {
        if let callback, try await !sessions.origins.trusts(address: callback, call.request, of: call.context.tenant) {
            throw WebFailure.untrustedCallback
        }
    }

    private func sessionResponse(
        _ signedIn: SignedIn,
        _ answer: JSONValue,
        isRemembered: Bool,
        _ call: PlainCall<AppContext>
    ) async -> Response {
        var response = sessions.sessionResponse(signedIn.token.text, answer, isRemembered: isRemembered)
        if isRemembered, let mark = signedIn.deviceToken {
            let name = DeviceCookie.name(call.context.tenant.slug)
            response.set(DeviceCookie.setting(name, mark, isSecure: sessions.cookie.isSecure))
        }
        // A new sign-in discards the administrator's session that waited in this cookie.
        if (try? sessions.cookie.administratorToken(in: call.request.headers)) != nil {
            response.addCookie(sessions.cookie.deletingAdministrator)
        }
        // A sign-in succeeds even if the browser cannot keep another cookie.
        let kept = try? await browserSessions.keep(
            signedIn,
            isRemembered: isRemembered,
            of: call.request,
            in: call.context.tenant
        )
        for cookie in kept ?? [] { response.addCookie(cookie) }
        return response
    }
}
