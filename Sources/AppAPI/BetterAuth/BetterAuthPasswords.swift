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
    let accountSelfService: AccountSelfService
    let links: AccountLinks
    let tenantSettings: any TenantSettingsStore
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
        userRoutes.answering { WebFailure(betterAuth: $0, at: .changeEmail) }
            .post("change-email", operation: "betterAuthChangeEmail", use: changeEmail)
    }

    private func requestReset(_ call: PlainCall<AppContext>) async throws -> Response {
        let body = try await call.request.betterAuthBody(BetterAuthInputs.resetRequest)
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
        let inQuery = try call.request.query(BetterAuthInputs.resetQuery)
        let body = try await call.request.betterAuthBody(BetterAuthInputs.reset)
        let token = body.token ?? inQuery ?? ""
        _ = try await links.reset(token, password: body.password, in: call.context.signInContext)
        return .json(["status": true])
    }

    private func sendVerification(_ call: PlainCall<AppContext>) async throws -> Response {
        let body = try await call.request.betterAuthBody(BetterAuthInputs.verificationRequest)
        var wanted = LinkRequest(.verifyEmail, email: body.email)
        wanted.returnTo = try await destination(body.address, .untrustedCallback, call, of: call.context.tenant)
        try await ask(wanted, call)
        return .json(["status": true])
    }

    /// Redirects to our page, whose button uses the link, because mail scanners open links too. Nothing is looked up
    /// here, so the response reveals nothing about the link.
    private func showVerification(_ call: PlainCall<AppContext>) async throws -> Response {
        let (token, callback) = try call.request.query(BetterAuthInputs.verificationLink)
        guard let link = Credential(token, .link) else { throw AuthFailure.link(.gone) }
        let settings = try await tenantSettings.settings(of: call.context.tenant.id).settings
        var address: String?
        if let callback {
            address = try await destinations.address(callback, settings, call, of: call.context.tenant)
        }
        return Response(status: .seeOther, headers: [.location: LinkPaths.link(link.text, returnTo: address)])
    }

    /// Uses a verification link whose token the app read from the URL of its own page.
    private func verify(_ call: PlainCall<AppContext>) async throws -> Response {
        let token = try await call.request.betterAuthBody(BetterAuthInputs.linkToken)
        let followed = try await links.follow(
            .token(token),
            for: [.verifyEmail, .changeEmail],
            in: call.context.signInContext
        )
        return .json(["status": true, "user": ResponseSchema<User>.betterAuthUser.json(followed.user)])
    }

    private func changePassword(_ call: PlainCall<SignedInContext>) async throws -> Response {
        let body = try await call.request.betterAuthBody(BetterAuthInputs.passwordChange)
        let profile = try await accountSelfService.changePassword(
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
        let body = try await call.request.betterAuthBody(BetterAuthInputs.emailChange)
        var change = AccountChange(email: body.email, currentPassword: body.password)
        change.message.languages = AcceptedLanguages.of(call.request.headers)
        let returnTo = try await destination(body.callback, .untrustedCallback, call, of: call.context.tenant)
        change.message.returnTo = returnTo
        _ = try await accountSelfService.update(change, by: call.context.record, in: call.context.signInContext)
        return .json(["status": true])
    }

    // MARK: Parts

    /// Prepares the email that verifies the address of a new account; the sign-up succeeds even if it cannot be sent.
    func confirmation(_ email: String, callback: String?, _ call: PlainCall<AppContext>) async throws -> LinkRequest {
        var wanted = LinkRequest(.verifyEmail, email: email)
        wanted.returnTo = try await destination(callback, .untrustedCallback, call, of: call.context.tenant)
        wanted.languages = AcceptedLanguages.of(call.request.headers)
        return wanted
    }

    private func ask(_ wanted: LinkRequest, _ call: PlainCall<AppContext>) async throws {
        var wanted = wanted
        wanted.languages = AcceptedLanguages.of(call.request.headers)
        try await links.ask(wanted, in: call.context.signInContext)
    }

    /// - Throws: `failure` for an address that does not belong to the tenant.
    private func destination(
        _ text: String?,
        _ failure: WebFailure,
        _ call: PlainCall<some IdentifiedContext>,
        of tenant: Tenant
    ) async throws -> String? {
        guard let text else { return nil }
        let settings = try await tenantSettings.settings(of: tenant.id).settings
        guard let address = try await destinations.address(text, settings, call, of: tenant) else {
            throw failure
        }
        return address
    }
}
