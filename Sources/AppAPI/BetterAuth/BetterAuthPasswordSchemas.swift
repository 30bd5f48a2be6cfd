import Domain
import HTTPTypes
import StrictJSON
import WebCore

/// The bodies of the password and address routes, for the API description.
enum BetterAuthPasswordSchemas {
    private static let email = InputDescription("email", .email, isRequired: true, "What the person signs in with.")
    private static let newPassword = InputDescription(
        "newPassword",
        .text(PasswordRules.lengths),
        isRequired: true,
        "Not one that many people use."
    )

    static let resetWish = BetterAuthSchemas.open(
        "BetterAuthResetWish",
        [
            email,
            InputDescription(
                "redirectTo",
                .text(0...2048),
                "The app's own page, which gets `?token=`: a redirect address of the tenant, or an address of its own host name. Without it ours."
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
            InputDescription("callbackURL", .text(0...2048), "Where the browser goes when the address is confirmed."),
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
            InputDescription("currentPassword", .text(1...4096), isRequired: true, "The password that there is."),
            InputDescription("revokeOtherSessions", .bool, "They end in any case; true answers the session's token."),
        ]
    )
    static let emailChange = BetterAuthSchemas.open(
        "BetterAuthEmailChange",
        [
            InputDescription("newEmail", .email, isRequired: true, "The new address."),
            InputDescription("callbackURL", .text(0...2048), "Where the browser goes when the address is confirmed."),
            InputDescription(
                "password",
                .text(1...4096),
                "The current one. Needed where addresses are not confirmed, by who enters the console, and a day after the sign-in."
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
