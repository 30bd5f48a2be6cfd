import Domain
import HTTPTypes
import StrictJSON
import WebCore

/// The bodies of the password and email routes, for the API description.
enum BetterAuthPasswordSchemas {
    private static let email = InputDescription("email", .email, isRequired: true, "The user's email address.")
    private static let newPassword = InputDescription(
        "newPassword",
        .text(PasswordRules.lengths),
        isRequired: true,
        "Commonly used passwords are rejected."
    )

    static let resetRequest = BetterAuthSchemas.open(
        "BetterAuthResetWish",
        [
            email,
            InputDescription(
                "redirectTo",
                .text(0...2048),
                "The app's page, which gets `?token=`: a redirect URL of the tenant, or a URL on its custom domain. By default Gatehouse's page."
            ),
        ]
    )
    static let reset = BetterAuthSchemas.open(
        "BetterAuthReset",
        [newPassword, InputDescription("token", .text(0...200), "The token of the link.")]
    )
    static let verification = BetterAuthSchemas.open(
        "BetterAuthVerificationWish",
        [
            email,
            InputDescription("callbackURL", .text(0...2048), "Where the browser goes after verification."),
        ]
    )
    static let verificationToken = BetterAuthSchemas.open(
        "BetterAuthVerification",
        [InputDescription("token", .text(1...200), isRequired: true, "The token of the link.")]
    )
    static let change = BetterAuthSchemas.open(
        "BetterAuthPasswordChange",
        [
            newPassword,
            InputDescription("currentPassword", .text(1...4096), isRequired: true, "The current password."),
            InputDescription("revokeOtherSessions", .bool, "They end in any case; true returns the session's token."),
        ]
    )
    static let emailChange = BetterAuthSchemas.open(
        "BetterAuthEmailChange",
        [
            InputDescription("newEmail", .email, isRequired: true, "The new email address."),
            InputDescription("callbackURL", .text(0...2048), "Where the browser goes after verification."),
            InputDescription(
                "password",
                .text(1...4096),
                "The current password. Required without email verification, for members, and a day after the sign-in."
            ),
        ]
    )

    // MARK: Responses

    static let resetAsked = NamedSchema(
        name: "BetterAuthResetAsked",
        schema: .object(
            [("status", Schema.bool.with("const", true)), ("message", .text)],
            required: ["status", "message"]
        )
    )
    static let verified = NamedSchema(
        name: "BetterAuthVerified",
        schema: .object(
            [("status", Schema.bool.with("const", true)), ("user", .named("BetterAuthUser"))],
            required: ["status", "user"]
        ),
        uses: [ResponseSchema<User>.betterAuthUser.named]
    )
    static let changed = NamedSchema(
        name: "BetterAuthPasswordChanged",
        schema: .object(
            [("token", Schema.text.nullable), ("user", .named("BetterAuthUser"))],
            required: ["token", "user"]
        ),
        uses: [ResponseSchema<User>.betterAuthUser.named]
    )
}
