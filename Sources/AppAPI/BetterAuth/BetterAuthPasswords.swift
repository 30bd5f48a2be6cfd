import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The password and email routes: request a reset, verify, change.
///
/// They differ from upstream on purpose: a password change always ends the user's other sessions; a link in a message
/// leads to a page with a button, because mail programs open links by themselves.
struct BetterAuthPasswords: Sendable {
    let services: Services
    let destinations: LinkDestinations

    func add(to app: Routes<AppContext>, _ userRoutes: Routes<SignedInContext>) {
        app.post("request-password-reset", operation: "betterAuthRequestPasswordReset", use: requestReset)
        // The former name of the route.
        app.post("forget-password", operation: "betterAuthForgetPassword", use: requestReset)
        app.post("reset-password", operation: "betterAuthResetPassword", use: reset)
        app.post("send-verification-email", operation: "betterAuthSendVerification", use: sendVerification)
        app.get("verify-email", operation: "betterAuthVerifyEmail", use: showVerification)
        app.post("verify-email", operation: "betterAuthUseVerification", use: verify)
        userRoutes.post("change-password", operation: "betterAuthChangePassword", use: changePassword)
        userRoutes.with(AuthFailureRenderer { WebFailure(betterAuth: $0, at: .changeEmail) })
            .post("change-email", operation: "betterAuthChangeEmail", use: changeEmail)
    }

    private func requestReset(_ call: PlainCall<AppContext>) async throws -> Response {
        let body = try await BetterAuthBody.LinkRequest(call.request, addressField: "redirectTo")
        var wanted = LinkRequest(.resetPassword, email: body.email)
        wanted.returnTo = try await destination(body.address, .untrustedRedirect, call, of: call.context.tenant)
        // The app's page takes the token and the new password; without one our page does.
        wanted.leadsToApp = wanted.returnTo != nil
        try await ask(wanted, call)
        return .json([
            "status": true, "message": "If an account with this email address exists, an email has been sent to it.",
        ])
    }

    private func reset(_ call: PlainCall<AppContext>) async throws -> Response {
        let body = try await BetterAuthBody.Reset(call.request)
        _ = try await services.links.reset(body.token, password: body.password, in: call.context.signInContext)
        return .json(["status": true])
    }

    private func sendVerification(_ call: PlainCall<AppContext>) async throws -> Response {
        let body = try await BetterAuthBody.LinkRequest(call.request, addressField: "callbackURL")
        var wanted = LinkRequest(.verifyEmail, email: body.email)
        wanted.returnTo = try await destination(body.address, .untrustedCallback, call, of: call.context.tenant)
        try await ask(wanted, call)
        return .json(["status": true])
    }

    /// Redirects to our page, whose button uses the link, because mail scanners open links too. Nothing is looked up
    /// here, so the response reveals nothing about the link.
    private func showVerification(_ call: PlainCall<AppContext>) async throws -> Response {
        var query = try call.request.programQueryFields()
        let token = query.text("token", maximum: 200)
        let callback = query.optionalText("callbackURL", maximum: 2048)
        try query.finish(.ignored)
        guard let link = Credential(token, .link) else { throw AuthFailure.link(.gone) }
        let settings = try await services.tenantSettings.settings(of: call.context.tenant.id).settings
        var address: String?
        if let callback {
            address = try await destinations.address(callback, settings, call, of: call.context.tenant)
        }
        return Response(status: .seeOther, headers: [.location: LinkPaths.link(link.text, returnTo: address)])
    }

    /// Uses a verification link whose token the app read from the URL of its own page.
    private func verify(_ call: PlainCall<AppContext>) async throws -> Response {
        let token = try await BetterAuthBody.verification(call.request)
        let followed = try await services.links.follow(
            .token(token),
            for: [.verifyEmail, .changeEmail],
            in: call.context.signInContext
        )
        return .json(["status": true, "user": ResponseSchema<User>.betterAuthUser.json(followed.user)])
    }

    private func changePassword(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let body = try await BetterAuthBody.PasswordChange(call.request)
        let profile = try await services.accountSelfService.changePassword(
            from: body.current,
            to: body.new,
            by: call.context.record,
            in: call.context.signInContext
        )
        // The session continues, so its token stays valid.
        let token: JSONValue =
            body.revokesOthers && call.context.session.carrier == .bearer ? .string(call.context.session.token) : .null
        return .json(["token": token, "user": ResponseSchema<User>.betterAuthUser.json(profile.user)])
    }

    private func changeEmail(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let body = try await BetterAuthBody.EmailChange(call.request)
        var change = AccountChange(email: body.email, currentPassword: body.password)
        change.message.languages = AcceptedLanguages.of(call.request.headers)
        let returnTo = try await destination(body.callback, .untrustedCallback, call, of: call.context.tenant)
        change.message.returnTo = returnTo
        _ = try await services.accountSelfService.update(
            change,
            by: call.context.record,
            in: call.context.signInContext
        )
        return .json(["status": true])
    }

    // MARK: Parts

    /// Prepares the email that verifies the address of a new account; the sign-up succeeds even if it cannot be sent.
    func confirmation(
        _ email: String,
        callback: String?,
        _ call: PlainCall<AppContext>
    ) async throws -> LinkRequest {
        var wanted = LinkRequest(.verifyEmail, email: email)
        wanted.returnTo = try await destination(callback, .untrustedCallback, call, of: call.context.tenant)
        wanted.languages = AcceptedLanguages.of(call.request.headers)
        return wanted
    }

    private func ask(_ wanted: LinkRequest, _ call: PlainCall<AppContext>) async throws {
        var wanted = wanted
        wanted.languages = AcceptedLanguages.of(call.request.headers)
        try await services.links.ask(wanted, in: call.context.signInContext)
    }

    /// - Throws: `failure` for an address that does not belong to the tenant.
    private func destination(
        _ text: String?,
        _ failure: WebFailure,
        _ call: PlainCall<some IdentifiedContext>,
        of tenant: Tenant
    ) async throws -> String? {
        guard let text else { return nil }
        let settings = try await services.tenantSettings.settings(of: tenant.id).settings
        guard let address = try await destinations.address(text, settings, call, of: tenant) else {
            throw failure
        }
        return address
    }
}

extension BetterAuthBody {
    struct LinkRequest: Sendable {
        let email: String
        /// The address that the app redirects to afterwards.
        let address: String?

        /// `{email, redirectTo?}` or `{email, callbackURL?}`
        init(_ request: Request, addressField: String) async throws {
            var fields = try await BetterAuthBody.fields(request)
            email = fields.text("email", maximum: EmailAddress.maximumLength)
            address = fields.optionalText(addressField, maximum: 2048)
            try fields.finish(.ignored)
        }
    }

    struct Reset: Sendable {
        let token: String
        let password: String

        /// `{newPassword, token?}`; the token may be in the query.
        init(_ request: Request) async throws {
            var query = try request.programQueryFields()
            let inQuery = query.optionalText("token", maximum: 200)
            try query.finish(.ignored)
            var fields = try await BetterAuthBody.fields(request)
            password = fields.text("newPassword", minimum: 0, maximum: Request.maximumContentBytes)
            let inBody = fields.optionalText("token", maximum: 200)
            try fields.finish(.ignored)
            token = inBody ?? inQuery ?? ""
        }
    }

    /// `{token}`
    static func verification(_ request: Request) async throws -> String {
        var fields = try await fields(request)
        let token = fields.text("token", maximum: 200)
        try fields.finish(.ignored)
        return token
    }

    struct PasswordChange: Sendable {
        let current: String
        let new: String
        let revokesOthers: Bool

        /// `{newPassword, currentPassword, revokeOtherSessions?}`
        init(_ request: Request) async throws {
            var fields = try await BetterAuthBody.fields(request)
            new = fields.text("newPassword", minimum: 0, maximum: Request.maximumContentBytes)
            current = fields.text("currentPassword", maximum: 4096)
            revokesOthers = fields.optionalBool("revokeOtherSessions") ?? false
            try fields.finish(.ignored)
        }
    }

    struct EmailChange: Sendable {
        let email: String
        let callback: String?
        /// An extension of upstream: reauthenticates the user.
        let password: String?

        /// `{newEmail, callbackURL?, password?}`
        init(_ request: Request) async throws {
            var fields = try await BetterAuthBody.fields(request)
            email = fields.text("newEmail", maximum: EmailAddress.maximumLength)
            callback = fields.optionalText("callbackURL", maximum: 2048)
            password = fields.optionalText("password", minimum: 1, maximum: 4096)
            try fields.finish(.ignored)
        }
    }
}

extension WebFailure {
    static let untrustedRedirect = WebFailure(
        .forbidden,
        "invalid_redirect_url",
        title: "The URL is not allowed",
        detail: "Send a URL of the setting redirect_urls, or one on the app's custom domain, as redirectTo."
    )
}
