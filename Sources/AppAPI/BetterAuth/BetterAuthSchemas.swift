import Domain
import StrictJSON
import UseCases
import WebCore

/// The response bodies of this dialect, for the API description, and the body that is ignored.
enum BetterAuthSchemas {
    static let nothing = NamedSchema(
        name: "BetterAuthNothing",
        schema: Schema(["type": "object"]).with("description", "Any object, or no body at all.")
    )

    static let signedUp = NamedSchema.object(
        "BetterAuthSignedUp",
        [("token", token.nullable), userMember],
        uses: [user]
    )
    static let signedIn = NamedSchema.object(
        "BetterAuthSignedIn",
        [
            ("redirect", Schema.bool.with("description", "True when `callbackURL` was given.")), ("token", token),
            userMember,
        ],
        optional: [("url", Schema.text.with("description", "`callbackURL`, when it was given."))],
        uses: [user]
    )
    static let presence = NamedSchema(
        name: "BetterAuthSessionOrNull",
        schema: Schema.named("BetterAuthPresence").nullable,
        uses: [ResponseSchema<BetterAuthPresence>.betterAuthPresence.named]
    )
    static let returned = NamedSchema.object(
        "BetterAuthReturn",
        [("session", Schema.named("BetterAuthSession").nullable), ("user", Schema.named("BetterAuthUser").nullable)],
        uses: [session, user]
    )
    static let sessions = NamedSchema.list("BetterAuthSessions", of: session)
    static let browserSessions = NamedSchema.list(
        "BetterAuthDeviceSessions",
        of: ResponseSchema<BetterAuthPresence>.betterAuthPresence.named
    )
    static let accounts = NamedSchema.list(
        "BetterAuthAccounts",
        of: ResponseSchema<BetterAuthLinkedAccount>.betterAuthAccount.named
    )
    static let success = NamedSchema.object("BetterAuthSuccess", [("success", yes)])
    static let status = NamedSchema.object("BetterAuthStatus", [("status", yes)])
    static let ok = NamedSchema.object("BetterAuthOK", [("ok", yes)])
    static let linked = NamedSchema.object(
        "BetterAuthLinked",
        [("url", .text), ("redirect", .bool)],
        optional: [("status", .bool)]
    )
    /// The address that a browser goes to.
    static let page = NamedSchema.object("BetterAuthPage", [("url", .text), ("redirect", .bool)])
    static let deleted = NamedSchema.object(
        "BetterAuthDeleted",
        [("success", yes), ("message", .oneOf(["User deleted"]))]
    )

    // MARK: Passwords

    static let resetAsked = NamedSchema.object("BetterAuthResetAsked", [("status", yes), ("message", .text)])
    static let verified = NamedSchema.object("BetterAuthVerified", [("status", yes), userMember], uses: [user])
    static let changed = NamedSchema.object(
        "BetterAuthPasswordChanged",
        [("token", Schema.text.nullable), userMember],
        uses: [user]
    )

    // MARK: Administration

    static let wrappedUser = NamedSchema.object("BetterAuthWrappedUser", [userMember], uses: [user])
    static let users = NamedSchema.object(
        "BetterAuthUsers",
        [("users", .list(of: .named("BetterAuthUser"))), ("total", .count)],
        optional: [("limit", .count), ("offset", .count)],
        uses: [user]
    )
    static let userSessions = NamedSchema.object(
        "BetterAuthUserSessions",
        [("sessions", .list(of: .named("BetterAuthSession")))],
        uses: [session]
    )
    static let permission = NamedSchema.object(
        "BetterAuthPermission",
        [("error", Schema(["type": "null"])), ("success", .bool)]
    )

    // MARK: Parts

    private static let user = ResponseSchema<User>.betterAuthUser.named
    private static let session = ResponseSchema<BetterAuthSession>.betterAuthSession.named
    private static let userMember = (name: "user", schema: Schema.named("BetterAuthUser"))
    private static let yes = Schema.bool.with("const", true)
    private static let token = Schema.text.with("description", "The session's token; send it as a bearer token.")
}

extension NamedSchema {
    /// The format of `BetterAuthRenderer`.
    static let betterAuthError = NamedSchema(
        name: "BetterAuthError",
        schema: Schema.object(
            [
                (
                    "code",
                    Schema.text.example("INVALID_EMAIL_OR_PASSWORD").with("description", "Missing only from 429.")
                ),
                ("message", Schema.text.example("Invalid email or password")),
            ],
            required: ["message"]
        ).with("description", "Why a request was rejected. `code` is stable.")
    )
}
