import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The members of request bodies in this dialect, and the fields of its queries.
enum BetterAuthInputs {
    static let addressMaximumLength = 2048
    private static let linkTokenMaximumLength = 200
    private static let passwordMaximumLength = 4096
    private static let emailSummary = "The user's email address."

    struct SignIn: Sendable {
        let email: String
        let password: String
        let isRemembered: Bool
        /// The address that the app redirects to afterwards.
        let callback: String?
    }

    static let signIn = credentials(anyText("password", "The password.", schema: .text))

    struct SignUp: Sendable {
        let name: String?
        let credentials: SignIn
    }

    static let signUp = signUp(needsName: true)
    static let bareSignUp = signUp(needsName: false)

    private static func signUp(needsName: Bool) -> Inputs<SignUp> {
        let (name, credentials) = (name(isRequired: needsName), credentials(chosenPassword))
        return Inputs { reader in
            let signUp = SignUp(name: reader.read(name), credentials: reader.read(credentials))
            _ = reader.read(.optionalText("image", "Not stored.", maximum: addressMaximumLength))
            return signUp
        }
    }

    static let revocation = Inputs {
        $0.read(
            sessionToken(
                "token",
                "The `token` of a session in `/list-sessions`, or the token of one of the user's own sessions."
            )
        )
    }
    static let browserSession = Inputs {
        $0.read(sessionToken("sessionToken", "The `token` of a session in `/multi-session/list-device-sessions`."))
    }

    struct AccountChoice: Sendable {
        let provider: String
        let subject: String?
    }

    static let account = Inputs {
        AccountChoice(
            provider: $0.read(
                .text("providerId", "The provider.", maximum: 64, schema: Schema.text(1...64).example("apple"))
            ),
            subject: $0.read(.optionalText("accountId", "The user's ID at the provider.", minimum: 1, maximum: 512))
        )
    }

    struct Deletion: Sendable {
        let password: String?
        let token: String?
        let callback: String?
    }

    static let deletion = Inputs {
        Deletion(
            password: $0.read(
                .optionalText(
                    "password",
                    "The current password; required a day after the sign-in.",
                    minimum: 1,
                    maximum: Request.maximumContentBytes,
                    schema: .text(1...passwordMaximumLength)
                )
            ),
            token: $0.read(.optionalText("token", "Not supported; any token is rejected.", maximum: 512)),
            callback: $0.read(callback)
        )
    }

    /// The name and the picture. Other routes change the email address and permissions.
    static let accountChange = Inputs<AccountChange> { reader in
        var change = AccountChange()
        change.name = reader.read(
            .optionalText("name", "The display name.", minimum: 1, maximum: User.nameMaximumLength)
        )
        if let name = change.name {
            do throws(FieldProblem.Rule) { _ = try DisplayName.validated(name) } catch { reader.record("name", error) }
        }
        change.data = reader.read(picture)
        return change
    }

    /// The attribute to change; null removes it, and nil leaves it unchanged.
    private static let picture = Input<JSONObject?>(
        InputDescription(
            "image",
            Schema.text(0...addressMaximumLength).nullable,
            "The URL of a picture; null removes it."
        )
    ) { fields in
        guard fields.has("image") else { return nil }
        guard !fields.isNull("image") else { return ["image": .null] }
        return ["image": .init(fields.optionalText("image", maximum: addressMaximumLength))]
    }
}

/// The members of the password and email routes.
extension BetterAuthInputs {
    struct LinkRequest: Sendable {
        let email: String
        /// The address that the app redirects to afterwards.
        let address: String?
    }

    static let resetRequest = linkRequest(
        "redirectTo",
        "The app's page, which gets `?token=`: a redirect URL of the tenant, or a URL on its custom domain. By default Gatehouse's page."
    )
    static let verificationRequest = linkRequest("callbackURL", verifiedSummary)

    struct Reset: Sendable {
        let password: String
        let token: String?
    }

    static let reset = Inputs { Reset(password: $0.read(newPassword), token: $0.read(resetToken)) }
    /// The token of a reset may be in the query too.
    static let resetQuery = Inputs { $0.read(resetToken) }
    private static let resetToken = Input.optionalText(
        "token",
        "The token of the link.",
        maximum: linkTokenMaximumLength
    )
    static let linkToken = Inputs { $0.read(.text("token", "The token of the link.", maximum: linkTokenMaximumLength)) }

    struct PasswordChange: Sendable {
        let new: String
        let current: String
        let revokesOthers: Bool
    }

    static let passwordChange = Inputs {
        PasswordChange(
            new: $0.read(newPassword),
            current: $0.read(.text("currentPassword", "The current password.", maximum: passwordMaximumLength)),
            revokesOthers: $0.read(
                .optionalBool("revokeOtherSessions", "They end in any case; true returns the session's token.")
            ) ?? false
        )
    }

    struct EmailChange: Sendable {
        let email: String
        let callback: String?
        /// An extension of upstream: reauthenticates the user.
        let password: String?
    }

    static let emailChange = Inputs {
        EmailChange(
            email: $0.read(
                .text("newEmail", "The new email address.", maximum: EmailAddress.maximumLength, schema: .email)
            ),
            callback: $0.read(.optionalText("callbackURL", verifiedSummary, maximum: addressMaximumLength)),
            password: $0.read(
                .optionalText(
                    "password",
                    "The current password. Required without email verification, for members, and a day after the sign-in.",
                    minimum: 1,
                    maximum: passwordMaximumLength
                )
            )
        )
    }

    /// The query of the URL in a verification email.
    static let verificationLink = Inputs {
        (
            token: $0.read(linkToken),
            callback: $0.read(
                .optionalText(
                    "callbackURL",
                    "A redirect URL of the tenant; any other is ignored.",
                    maximum: addressMaximumLength
                )
            )
        )
    }

    private static let verifiedSummary = "Where the browser goes after verification."

    private static func linkRequest(_ name: String, _ summary: String) -> Inputs<LinkRequest> {
        Inputs {
            LinkRequest(
                email: $0.read(.text("email", emailSummary, maximum: EmailAddress.maximumLength, schema: .email)),
                address: $0.read(.optionalText(name, summary, maximum: addressMaximumLength))
            )
        }
    }
}

/// The members that several bodies have.
extension BetterAuthInputs {
    private static let newPassword = anyText(
        "newPassword",
        "Commonly used passwords are rejected.",
        schema: .text(PasswordRules.lengths)
    )

    private static let chosenPassword = anyText(
        "password",
        "\(PasswordRules.lengths.lowerBound) to \(PasswordRules.lengths.upperBound) characters; commonly used passwords are rejected.",
        schema: .text(PasswordRules.lengths)
    )
    private static let callback = Input.optionalText(
        "callbackURL",
        "Where the browser goes next: a path, or a URL on the app's custom domain.",
        maximum: addressMaximumLength
    )
    private static let rememberMe = Input(
        InputDescription(
            "rememberMe",
            Schema.bool.with("default", true),
            "If false, the session cookie is deleted when the browser closes."
        )
    ) { $0.optionalBool("rememberMe") ?? true }

    private static func credentials(_ password: Input<String>) -> Inputs<SignIn> {
        Inputs {
            SignIn(
                email: $0.read(.text("email", emailSummary, maximum: Request.maximumContentBytes, schema: .email)),
                password: $0.read(password),
                isRemembered: $0.read(rememberMe),
                callback: $0.read(callback)
            )
        }
    }

    private static func name(isRequired: Bool) -> Input<String?> {
        let (summary, maximum) = ("The display name.", User.nameMaximumLength)
        guard isRequired else { return .optionalText("name", summary, maximum: maximum) }
        return Input(InputDescription("name", .text(1...maximum), isRequired: true, summary)) { fields in
            let name = fields.text("name", maximum: maximum)
            if !name.isEmpty, name.allSatisfy(\.isWhitespace) { fields.record("name", .missing) }
            return name
        }
    }

    /// A text of any length: the use case validates addresses and passwords.
    private static func anyText(_ name: String, _ summary: String, schema: Schema) -> Input<String> {
        .text(name, summary, minimum: 0, maximum: Request.maximumContentBytes, schema: schema)
    }

    static func sessionToken(_ name: String, _ summary: String) -> Input<String> { .text(name, summary, maximum: 512) }
}

extension Request {
    /// Reads the body as upstream does: unknown members are ignored, and null differs from an absent member.
    func betterAuthBody<Value>(_ inputs: Inputs<Value>) async throws -> Value {
        var fields = try await betterAuthFields()
        let value = fields.read(inputs)
        try fields.finish(.ignored)
        return value
    }

    func betterAuthFields() async throws -> Fields { Fields(try await jsonObject(), notation: .strictJSON) }
}
