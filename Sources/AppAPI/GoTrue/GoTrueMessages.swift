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
        let body = try GoTrueMessageBody(try await GoTrueBody.object(call.request))
        var wanted = try await linkRequest(.resetPassword, body, call)
        // Without a redirect to the app, the password is set on Gatehouse's own page.
        if try redirect(call.request) == nil { (wanted.returnTo, wanted.opensSession) = (nil, false) }
        return try await ask(wanted, call.context)
    }

    private func signInByMessage(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let body = try GoTrueMessageBody(try await GoTrueBody.object(call.request))
        var wanted = try await linkRequest(.signIn, body, call)
        if body.createsUser { wanted.newAccount = body.data }
        return try await ask(wanted, call.context)
    }

    private enum ResendKind: String, CaseIterable {
        case signup
        case emailChange = "email_change"
        case sms
        case phoneChange = "phone_change"
    }

    private func resend(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let object = try await GoTrueBody.object(call.request)
        let body = try GoTrueMessageBody(object)
        var fields = Fields(object)
        let kind = fields.oneOf("type", as: ResendKind.self)
        let purpose: OneTimeLink.Purpose =
            switch try fields.finish(kind, unknown: .ignored) {
            case .signup: .verifyEmail
            case .emailChange: .changeEmail
            case .sms, .phoneChange: throw WebFailure.goTrueInvalid("Phone numbers are not supported.")
            }
        return try await ask(try await linkRequest(purpose, body, call), call.context)
    }

    private func reauthenticate(_ call: PlainCall<GoTrueUserContext>) async throws -> Response {
        try await services.links.askAgain(
            of: call.context.record,
            languages: AcceptedLanguages.of(call.request.headers),
            in: call.context.signInContext
        )
        return .json([:])
    }

    /// Redirects a link from a message that the app wrote itself to our page, and ignores other parameters of its
    /// address.
    private func follow(_ call: PlainCall<GatehouseContext>) async throws -> Response {
        var query = try call.request.programQueryFields()
        let token = query.optionalText("token", maximum: 200) ?? query.optionalText("token_hash", maximum: 200) ?? ""
        try query.finish(.ignored)
        if let invitation = Credential(token, .invitation) {
            return Response(status: .seeOther, headers: [.location: LinkPaths.invitation(invitation.text)])
        }
        guard let link = Credential(token, .link) else { throw AuthFailure.link(.gone) }
        return Response(status: .seeOther, headers: [.location: LinkPaths.link(link.text)])
    }

    private enum Kind: String, CaseIterable {
        case signup, invite, magiclink, recovery, email
        case emailChange = "email_change"

        var purposes: Set<OneTimeLink.Purpose> {
            switch self {
            case .signup: [.verifyEmail]
            case .invite: []
            case .magiclink, .email: [.signIn, .verifyEmail]
            case .recovery: [.resetPassword]
            case .emailChange: [.changeEmail]
            }
        }
    }

    private func verify(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        let object = try await GoTrueBody.object(call.request)
        try GoTrueBody.rejectPhone(object)
        var fields = Fields(object)
        let wanted = fields.oneOf("type", as: Kind.self)
        let hash = fields.optionalText("token_hash", maximum: 200)
        let token = fields.optionalText("token", maximum: 200)
        let email = fields.optionalText("email", maximum: EmailAddress.maximumLength)
        let kind = try fields.finish(wanted, unknown: .ignored)
        let presented: PresentedLink
        if let hash {
            presented = .token(hash)
        } else if let token, let email {
            presented = .digits(token, email: email)
        } else {
            throw WebFailure.goTrueInvalid("Send token_hash, or token and email.")
        }
        if kind == .invite { return try await accept(presented, call.context) }
        let followed = try await services.links.follow(presented, for: kind.purposes, in: call.context.signInContext)
        let signedIn = try await services.links.begin(followed, in: call.context.signInContext)
        return try await sessionResponse(signedIn, followed.link.purpose.authenticationMethod, call.context)
    }

    /// Accepts an invitation: the user is signed in, and sets a password by `PUT /user`.
    private func accept(_ presented: PresentedLink, _ context: GoTrueContext) async throws -> Response {
        let signedIn = try await services.invitations.signIn(presented, in: context.signInContext)
        return try await sessionResponse(signedIn, .invite, context)
    }

    /// `{auth_code, code_verifier}`
    func exchange(_ call: PlainCall<GoTrueContext>) async throws -> Response {
        var fields = Fields(try await GoTrueBody.object(call.request))
        let code = fields.text("auth_code", maximum: 200)
        let verifier = fields.text("code_verifier", maximum: 200)
        try fields.finish(.ignored)
        let exchanged = try await services.links.exchange(code, verifier: verifier, in: call.context.signInContext)
        return try await sessionResponse(
            exchanged.session,
            exchanged.user,
            exchanged.role,
            exchanged.method,
            call.context
        )
    }

    // MARK: Parts

    /// Prepares the message that verifies the address of a new account; the sign-up succeeds even if it cannot be sent.
    func confirmation(_ object: JSONObject, _ call: PlainCall<GoTrueContext>) async throws -> LinkRequest {
        try await linkRequest(.verifyEmail, try GoTrueMessageBody(object), call)
    }

    private func linkRequest(
        _ purpose: OneTimeLink.Purpose,
        _ body: GoTrueMessageBody,
        _ call: PlainCall<GoTrueContext>
    ) async throws -> LinkRequest {
        let settings = try await services.tenantSettings.settings(of: call.context.tenant.id).settings
        var wanted = LinkRequest(purpose, email: body.email)
        // As upstream, an address that does not belong to the tenant is replaced.
        wanted.returnTo = settings.standardDestination
        if let redirect = try redirect(call.request),
            let own = try await destinations.address(redirect, settings, call, of: call.context.tenant)
        {
            wanted.returnTo = own
        }
        wanted.opensSession = wanted.returnTo != nil
        wanted.challenge = body.challenge
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
        let settings = try await services.tenantSettings.settings(of: tenant.id).settings
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

    func redirect(_ request: Request) throws -> String? {
        var query = try request.programQueryFields()
        let text = query.optionalText("redirect_to", maximum: 2048)
        try query.finish(.ignored)
        return text
    }

    private func ask(_ wanted: LinkRequest, _ context: GoTrueContext) async throws -> Response {
        try await services.links.ask(wanted, in: context.signInContext)
        return .json([:])
    }
}

/// `{email, code_challenge?, code_challenge_method?, create_user?, data?, …}`
struct GoTrueMessageBody: Sendable {
    let email: String
    let challenge: ProofKeyChallenge?
    let createsUser: Bool
    let data: UserAttributes

    init(_ object: JSONObject) throws {
        try GoTrueBody.rejectPhone(object)
        var fields = Fields(object)
        email = fields.text("email", maximum: EmailAddress.maximumLength)
        let challenge = fields.optionalText("code_challenge", maximum: 200)
        let method = fields.optionalText("code_challenge_method", maximum: 10)
        createsUser = fields.optionalBool("create_user") ?? true
        try fields.finish(.ignored)
        data = try GoTrueBody.attributes(object, "data") ?? .none
        self.challenge = try GoTrueBody.challenge(challenge, method)
    }
}

/// The identity of a request in this dialect: the tenant is resolved, and the key is valid.
struct GoTrueIdentity: TenantIdentified {
    let signInContext: SignInContext
    /// The secret key of the tenant's backend, if the request has one.
    let administrator: APIKey?
    /// A bearer token that is not a key.
    let token: String?
}

typealias GoTrueContext = Admitted<GoTrueIdentity>

extension GoTrueContext {
    var administrator: APIKey? { caller.administrator }
    var token: String? { caller.token }
}
