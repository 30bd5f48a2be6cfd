import Domain
import HTTPTypes
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The routes that send a message: passwordless sign-in, address verification, reauthentication.
///
/// They differ from upstream on purpose: opening a link changes nothing until a button is pressed, and no response
/// reveals whether an address has an account.
extension GoTrueRoutes {
    static let calledByPagesForMessages: [RouterPath] = [
        "recover", "otp", "magiclink", "resend", "verify", "reauthenticate",
    ]

    func addMessages(
        to app: Routes<GoTrueContext>,
        _ userRoutes: Routes<GoTrueUserContext>,
        _ open: Routes<GatehouseContext>
    ) {
        app.post("recover", operation: "goTrueRecover", use: recover)
        app.post("otp", operation: "goTrueOTP", use: signInByMessage)
        app.post("magiclink", operation: "goTrueMagicLink", use: signInByMessage)
        app.post("resend", operation: "goTrueResend", use: resend)
        app.post("verify", operation: "goTrueVerify", use: verify)
        open.get("verify", operation: "goTrueFollow", use: follow)
        userRoutes.get("reauthenticate", operation: "goTrueReauthenticate", use: reauthenticate)
    }

    private func recover(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body = try await call.request.goTrueBody(GoTrueInputs.message)
        var wanted = try await linkRequest(.resetPassword, body, call)
        // Without a redirect to the app, the password is set on Gatehouse's own page.
        if try redirect(call.request) == nil { (wanted.returnTo, wanted.opensSession) = (nil, false) }
        return try await ask(wanted, call.context)
    }

    private func signInByMessage(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body = try await call.request.goTrueBody(GoTrueInputs.message)
        var wanted = try await linkRequest(.signIn, body, call)
        if body.createsUser { wanted.newAccount = body.attributes }
        return try await ask(wanted, call.context)
    }

    private func resend(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body = try await call.request.goTrueBody(GoTrueInputs.resend)
        let purpose: OneTimeLink.Purpose =
            switch body.kind {
            case .signup: .verifyEmail
            case .emailChange: .changeEmail
            case .sms, .phoneChange: throw WebFailure.goTrueInvalid("Phone numbers are not supported.")
            }
        return try await ask(try await linkRequest(purpose, body.message, call), call.context)
    }

    private func reauthenticate(_ call: PlainCall<GoTrueUserContext>) async throws -> Response {
        try await links.askAgain(
            of: call.context.record,
            languages: AcceptedLanguages.of(call.request.headers),
            in: call.context.signInContext
        )
        return .json([:])
    }

    /// Redirects a link from a message that the app wrote itself to our page, and ignores other parameters of its
    /// address.
    private func follow(_ call: PlainCall<GatehouseContext>) async throws -> Response {
        let token = try call.request.query(GoTrueInputs.link)
        if let invitation = Credential(token, .invitation) {
            return Response(status: .seeOther, headers: [.location: LinkPaths.invitation(invitation.text)])
        }
        guard let link = Credential(token, .link) else { throw AuthFailure.link(.gone) }
        return Response(status: .seeOther, headers: [.location: LinkPaths.link(link.text)])
    }

    private func verify(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body = try await call.request.goTrueBody(GoTrueInputs.verification)
        guard let presented = body.presented else {
            throw WebFailure.goTrueInvalid("Send token_hash, or token and email.")
        }
        if body.kind == .invite { return try await accept(presented, call.context) }
        let purposes = body.kind.purposes
        let followed = try await links.follow(presented, for: purposes, in: call.context.signInContext)
        let signedIn = try await links.begin(followed, in: call.context.signInContext)
        return try await sessionResponse(signedIn, followed.link.purpose.authenticationMethod, call.context)
    }

    /// Accepts an invitation: the user is signed in, and sets a password by `PUT /user`.
    private func accept(_ presented: PresentedLink, _ context: GoTrueContext) async throws -> Response {
        let signedIn = try await invitations.signIn(presented, in: context.signInContext)
        return try await sessionResponse(signedIn, .invite, context)
    }

    func exchange(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let (code, verifier) = try await call.request.goTrueBody(GoTrueInputs.codeGrant)
        let exchanged = try await links.exchange(code, verifier: verifier, in: call.context.signInContext)
        return try await sessionResponse(exchanged, exchanged.method, call.context)
    }

    // MARK: Parts

    /// Prepares the message that verifies the address of a new account; the sign-up succeeds even if it cannot be sent.
    func confirmation(
        _ email: String,
        _ challenge: ProofKeyChallenge?,
        _ call: PlainCall<GoTrueContext>
    ) async throws -> LinkRequest {
        try await linkRequest(.verifyEmail, email, challenge, call)
    }

    private func linkRequest(
        _ purpose: OneTimeLink.Purpose,
        _ body: GoTrueInputs.Message,
        _ call: PlainCall<GoTrueContext>
    ) async throws -> LinkRequest {
        try await linkRequest(purpose, body.email, body.challenge, call)
    }

    private func linkRequest(
        _ purpose: OneTimeLink.Purpose,
        _ email: String,
        _ challenge: ProofKeyChallenge?,
        _ call: PlainCall<GoTrueContext>
    ) async throws -> LinkRequest {
        let settings = try await tenantSettings.settings(of: call.context.tenant.id).settings
        var wanted = LinkRequest(purpose, email: email)
        // As upstream, an address that does not belong to the tenant is replaced.
        wanted.returnTo = settings.standardDestination
        if let redirect = try redirect(call.request),
            let own = try await destinations.address(redirect, settings, call, of: call.context.tenant)
        {
            wanted.returnTo = own
        }
        wanted.opensSession = wanted.returnTo != nil
        wanted.challenge = challenge
        wanted.showsCode = true
        wanted.languages = AcceptedLanguages.of(call.request.headers)
        return wanted
    }

    /// Determines language and destination of a message about a new address. As upstream, its link returns with a code
    /// for an app that uses PKCE, else with tokens.
    func message(
        _ challenge: ProofKeyChallenge?,
        _ call: PlainCall<GoTrueUserContext>
    ) async throws -> AccountChangeMessage {
        let tenant = call.context.record.tenant
        let settings = try await tenantSettings.settings(of: tenant.id).settings
        var message = AccountChangeMessage()
        message.languages = AcceptedLanguages.of(call.request.headers)
        message.returnTo = settings.standardDestination
        if let redirect = try redirect(call.request),
            let own = try await destinations.address(redirect, settings, call, of: tenant)
        {
            message.returnTo = own
        }
        message.opensSession = message.returnTo != nil
        message.challenge = challenge
        message.showsCode = true
        return message
    }

    func redirect(_ request: Request) throws -> String? { try request.query(GoTrueInputs.redirect) }

    private func ask(_ wanted: LinkRequest, _ context: GoTrueContext) async throws -> Response {
        try await links.ask(wanted, in: context.signInContext)
        return .json([:])
    }
}
