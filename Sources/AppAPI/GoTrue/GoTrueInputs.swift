import Domain
import StrictJSON
import UseCases
import WebCore

/// The members of request bodies in this dialect, and the fields of its queries. Unknown ones have no effect; one with
/// the wrong type is rejected.
enum GoTrueInputs {
    static let textMaximum = 4096
    private static let tokenMaximum = 200
    static let anyObject = Schema(["type": "object"])

    struct Credentials: Sendable {
        let email: String
        let password: String
    }

    static let passwordGrant = Inputs {
        Credentials(
            email: $0.read(.text("email", emailSummary, maximum: textMaximum, schema: .text)),
            password: $0.read(.text("password", passwordSummary, minimum: 0, maximum: textMaximum, schema: .text))
        )
    }
    static let refreshGrant = Inputs {
        $0.read(.text("refresh_token", "The current refresh token.", maximum: textMaximum, schema: .text))
    }
    static let codeGrant = Inputs {
        (
            code: $0.read(
                .text("auth_code", "The code of a link, or of Apple's page.", maximum: tokenMaximum, schema: .text)
            ),
            verifier: $0.read(.text("code_verifier", "RFC 7636.", maximum: tokenMaximum, schema: .text))
        )
    }

    /// Another grant has an error of its own.
    static let grantType = Inputs { $0.read(grant) }
    private static let grant = Input(
        InputDescription(
            "grant_type",
            .oneOf(["password", "refresh_token", "id_token", "pkce"]),
            isRequired: true,
            "The kind of credential."
        )
    ) { $0.optionalText("grant_type", maximum: 40) }

    struct SignUp: Sendable {
        /// Nil for an anonymous sign-up.
        let credentials: Credentials?
        let attributes: UserAttributes
        let challenge: ProofKeyChallenge?
    }

    static let signUp = Inputs<SignUp> { reader in
        let (email, password) = (reader.read(signUpEmail), reader.read(signUpPassword))
        return SignUp(
            credentials: email.flatMap { email in password.map { Credentials(email: email, password: $0) } },
            attributes: reader.read(attributes),
            challenge: reader.read(signUpChallenge)
        )
    }

    private static let signUpEmail = Input<String?>(InputDescription("email", .text, emailSummary)) {
        $0.text("email", maximum: EmailAddress.maximumLength)
    }
    .when(hasCredentials)
    private static let signUpPassword = Input<String?>(InputDescription("password", .text, passwordSummary)) {
        $0.text("password", minimum: 0, maximum: textMaximum)
    }
    .when(hasCredentials)
    /// An anonymous sign-up sends no message, so its challenge is not read.
    private static let signUpChallenge = challenge(when: hasCredentials)

    /// Whether a user signs up with credentials; both are required if one of them is there.
    private static func hasCredentials(_ fields: Fields) -> Bool { fields.has("email") || fields.has("password") }

    struct UserUpdate: Sendable {
        let change: AccountChange
        /// The PKCE challenge for the link to a new address; the app keeps the verifier.
        let challenge: ProofKeyChallenge?
    }

    static let userUpdate = Inputs<UserUpdate> { reader in
        var change = AccountChange(
            email: reader.read(newText("email", "The new email address.", maximum: textMaximum)),
            password: reader.read(newText("password", "The new password.", maximum: textMaximum)),
            currentPassword: reader.read(newText("current_password", "The current password.", maximum: textMaximum))
        )
        change.nonce = reader.read(nullableText("nonce", "The code of a reauthentication.", maximum: 40))
        change.data = reader.read(object("data", "Attributes to change; null removes one."))
        return UserUpdate(change: change, challenge: reader.read(challenge))
    }

    struct Message: Sendable {
        let email: String
        let challenge: ProofKeyChallenge?
        let createsUser: Bool
        let attributes: UserAttributes
    }

    static let message = Inputs {
        Message(
            email: $0.read(email),
            challenge: $0.read(challenge),
            createsUser: $0.read(
                Input(InputDescription("create_user", Schema.bool.nullable, "False creates no account.")) {
                    $0.optionalBool("create_user") ?? true
                }
            ),
            attributes: $0.read(attributes)
        )
    }

    enum ResendKind: String, CaseIterable {
        case signup
        case emailChange = "email_change"
        case sms
        case phoneChange = "phone_change"
    }

    static let resend = Inputs<(kind: ResendKind, message: Message)> { reader in
        let kind = Input<ResendKind>(
            InputDescription(
                "type",
                .oneOf([ResendKind.signup.rawValue, ResendKind.emailChange.rawValue]),
                isRequired: true,
                "The message to send again."
            )
        ) { $0.oneOf("type") ?? .signup }
        return (kind: reader.read(kind), message: reader.read(message))
    }

    enum VerificationKind: String, CaseIterable {
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

    struct Verification: Sendable {
        let kind: VerificationKind
        let hash: String?
        let code: String?
        let email: String?

        /// Nil without `token_hash`, and without `token` and `email`.
        var presented: PresentedLink? {
            if let hash { return .token(hash) }
            return code.flatMap { code in email.map { .digits(code, email: $0) } }
        }
    }

    static let verification = Inputs {
        Verification(
            kind: $0.read(.oneOf("type", "The kind of the link or code.")) ?? .signup,
            hash: $0.read(nullableText("token_hash", "The token of a link.", maximum: tokenMaximum)),
            code: $0.read(nullableText("token", "The digits of a message.", maximum: tokenMaximum)),
            email: $0.read(nullableText("email", emailSummary, maximum: EmailAddress.maximumLength))
        )
    }

    /// The query of a link in a message that the app wrote itself.
    static let link = Inputs {
        let token = $0.read(.optionalText("token", "The link's token.", maximum: tokenMaximum))
        let hash = $0.read(.optionalText("token_hash", "Alias of `token`.", maximum: tokenMaximum))
        return token ?? hash ?? ""
    }

    static let redirect = Inputs {
        $0.read(
            .optionalText(
                "redirect_to",
                "Where the browser is redirected afterwards; a URL that the tenant does not allow is ignored.",
                maximum: 2048
            )
        )
    }

    enum SignOutScope: String, CaseIterable { case global, local, others }

    static let signOut = Inputs {
        $0.read(.optionalOneOf("scope", "The sessions to end; by default all.", as: SignOutScope.self)) ?? .global
    }
}

/// The members that several bodies have.
extension GoTrueInputs {
    static let emailSummary = "The user's email address."
    static let passwordSummary = "The user's password."
    static let attributesSummary = "Attributes of the user."

    static let email = Input.text("email", emailSummary, maximum: EmailAddress.maximumLength, schema: .text)

    /// The attributes of a new user.
    private static let attributes = Input(InputDescription("data", anyObject.nullable, attributesSummary)) {
        fields -> UserAttributes in
        guard let members = fields.object("data") else { return .none }
        do throws(FieldProblem.Rule) { return try UserAttributes(members) } catch {
            fields.record("data", error)
            return .none
        }
    }

    private static let challenge = challenge { _ in true }

    /// Nil when it is absent, or empty as some SDKs send it: the app keeps no verifier.
    private static func challenge(when condition: @escaping @Sendable (Fields) -> Bool) -> Inputs<ProofKeyChallenge?> {
        let text = nullableText("code_challenge", "RFC 7636.", maximum: 200, schema: Schema.text(43...128).nullable)
        let method = nullableText(
            "code_challenge_method",
            "RFC 7636.",
            maximum: 10,
            schema: Schema.text.nullable.example("s256")
        )
        return Inputs { reader in
            let (challenge, method) = (reader.read(text.when(condition)), reader.read(method.when(condition)))
            guard let challenge else { return nil }
            let parsed = ProofKeyChallenge(challenge, method: method)
            if parsed == nil { reader.record("code_challenge", .challenge) }
            return parsed
        }
    }

    static func object(_ name: String, _ summary: String) -> Input<JSONObject?> {
        Input(InputDescription(name, anyObject.nullable, summary)) { $0.object(name) }
    }

    /// A text where null, and an empty text, count as absent.
    static func nullableText(
        _ name: String,
        _ summary: String,
        maximum: Int,
        schema: Schema = Schema.text.nullable
    ) -> Input<String?> {
        .optionalText(name, summary, maximum: maximum, schema: schema)
    }

    /// A new value, which can be neither null nor empty.
    static func newText(_ name: String, _ summary: String, maximum: Int, schema: Schema = .text) -> Input<String?> {
        Input.optionalText(name, summary, minimum: 1, maximum: maximum, schema: schema).withoutNull
    }
}

extension Input where Value: ExpressibleByNilLiteral & SendableMetatype {
    /// Reads nothing unless the condition holds.
    fileprivate func when(_ condition: @escaping @Sendable (Fields) -> Bool) -> Input {
        Input(description) { [read] fields in condition(fields) ? read(&fields) : nil }
    }

    /// Rejects null, where the dialect distinguishes it from an absent member.
    var withoutNull: Input {
        let name = description.name
        return Input(description) { [read] fields in
            guard fields.isNull(name) else { return read(&fields) }
            fields.record(name, .notNull)
            return nil
        }
    }
}

extension FieldProblem.Rule {
    static let challenge = malformed(.english("Use 43 to 128 characters, with code_challenge_method s256 or plain."))
}
