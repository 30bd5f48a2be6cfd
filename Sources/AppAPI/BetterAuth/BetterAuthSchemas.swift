import Domain
import Hummingbird
import StrictJSON
import WebCore

/// The request and response bodies of this dialect, for the API description.
enum BetterAuthSchemas {
    private static let email = InputDescription("email", .email, isRequired: true, "The user's email address.")
    private static let rememberMe = InputDescription(
        "rememberMe",
        Schema.bool.with("default", true),
        "If false, the session cookie is deleted when the browser closes."
    )
    private static let callback = InputDescription(
        "callbackURL",
        .text(0...2048),
        "Where the browser goes next: a path, or a URL on the app's custom domain."
    )

    static let signIn = open(
        "BetterAuthSignIn",
        [
            email, InputDescription("password", .text, isRequired: true, "The password."), rememberMe,
            callback,
        ]
    )
    static let signUp = signUp("BetterAuthSignUp", needsName: true)
    static let bareSignUp = signUp("BetterAuthBareSignUp", needsName: false)
    static let revocation = open(
        "BetterAuthRevocation",
        [
            InputDescription(
                "token",
                .text(1...512),
                isRequired: true,
                "The `token` of a session in `/list-sessions`, or the token of one of the user's own sessions."
            )
        ]
    )
    static let browserSession = open(
        "BetterAuthDeviceSession",
        [
            InputDescription(
                "sessionToken",
                .text(1...512),
                isRequired: true,
                "The `token` of a session in `/multi-session/list-device-sessions`."
            )
        ]
    )
    static let browserSessions = NamedSchema(
        name: "BetterAuthDeviceSessions",
        schema: .list(of: .named("BetterAuthPresence")),
        uses: [ResponseSchema<BetterAuthPresence>.betterAuthPresence.named]
    )
    static let nothing = NamedSchema(
        name: "BetterAuthNothing",
        schema: Schema(["type": "object"]).with("description", "Any object, or no body at all.")
    )

    private static func signUp(_ name: String, needsName: Bool) -> NamedSchema {
        let lengths = PasswordRules.lengths
        return open(
            name,
            [
                InputDescription(
                    "name",
                    .text((needsName ? 1 : 0)...User.nameMaximumLength),
                    isRequired: needsName,
                    "The display name."
                ),
                email,
                InputDescription(
                    "password",
                    .text(lengths),
                    isRequired: true,
                    "\(lengths.lowerBound) to \(lengths.upperBound) characters; commonly used passwords are rejected."
                ),
                InputDescription("image", .text(0...2048), "Not stored."), rememberMe, callback,
            ]
        )
    }

    /// Makes an object with these members and possibly others, none of which may be null.
    static func open(_ name: String, _ inputs: [InputDescription]) -> NamedSchema {
        let members = inputs.map { ($0.name, $0.schema.with("description", .string($0.summary))) }
        let schema = Schema.object(members, required: inputs.filter(\.isRequired).map(\.name)).with(
            "additionalProperties",
            true
        )
        return NamedSchema(name: name, schema: schema)
    }

    // MARK: Responses

    static let signedUp = NamedSchema(
        name: "BetterAuthSignedUp",
        schema: .object([("token", token.nullable), ("user", .named("BetterAuthUser"))], required: ["token", "user"]),
        uses: [ResponseSchema<User>.betterAuthUser.named]
    )
    static let signedIn = NamedSchema(
        name: "BetterAuthSignedIn",
        schema: .object(
            [
                ("redirect", Schema.bool.with("description", "True when `callbackURL` was given.")), ("token", token),
                ("url", Schema.text.with("description", "`callbackURL`, when it was given.")),
                ("user", .named("BetterAuthUser")),
            ],
            required: ["redirect", "token", "user"]
        ),
        uses: [ResponseSchema<User>.betterAuthUser.named]
    )
    static let presence = NamedSchema(
        name: "BetterAuthSessionOrNull",
        schema: Schema(["oneOf": [Schema.named("BetterAuthPresence").json, ["type": "null"]]]),
        uses: [ResponseSchema<BetterAuthPresence>.betterAuthPresence.named]
    )
    static let returned = NamedSchema(
        name: "BetterAuthReturn",
        schema: .object(
            [
                ("session", Schema(["oneOf": [Schema.named("BetterAuthSession").json, ["type": "null"]]])),
                ("user", Schema(["oneOf": [Schema.named("BetterAuthUser").json, ["type": "null"]]])),
            ],
            required: ["session", "user"]
        ),
        uses: [ResponseSchema<BetterAuthSession>.betterAuthSession.named, ResponseSchema<User>.betterAuthUser.named]
    )
    static let sessions = NamedSchema(
        name: "BetterAuthSessions",
        schema: .list(of: .named("BetterAuthSession")),
        uses: [ResponseSchema<BetterAuthSession>.betterAuthSession.named]
    )
    static let success = flag("BetterAuthSuccess", "success")
    static let status = flag("BetterAuthStatus", "status")
    static let ok = flag("BetterAuthOK", "ok")

    private static let token = Schema.text.with("description", "The session's token; send it as a bearer token.")

    static func flag(_ name: String, _ member: String) -> NamedSchema {
        NamedSchema(name: name, schema: .object([(member, Schema.bool.with("const", true))], required: [member]))
    }
}

extension BetterAuthSchemas {
    static let linked = NamedSchema(
        name: "BetterAuthLinked",
        schema: .object([("url", .text), ("redirect", .bool), ("status", .bool)], required: ["url", "redirect"])
    )

    /// The address that a browser goes to.
    static let page = NamedSchema(
        name: "BetterAuthPage",
        schema: .object([("url", .text), ("redirect", .bool)], required: ["url", "redirect"])
    )
}

/// The bodies and responses of the account routes.
extension BetterAuthSchemas {
    static let accountChange = open(
        "BetterAuthAccountChange",
        [
            InputDescription("name", .text(1...User.nameMaximumLength), "The display name."),
            InputDescription("image", Schema.text(0...2048).nullable, "The URL of a picture; null removes it."),
        ]
    )
    static let deletion = open(
        "BetterAuthDeletion",
        [
            InputDescription("password", .text(1...4096), "The current password; required a day after the sign-in."),
            InputDescription("token", .text(0...512), "Not supported; any token is rejected."),
            InputDescription(
                "callbackURL",
                .text(0...2048),
                "Where the browser goes next: a path, or a URL on the app's custom domain."
            ),
        ]
    )
    static let deleted = NamedSchema(
        name: "BetterAuthDeleted",
        schema: .object(
            [("success", Schema.bool.with("const", true)), ("message", .oneOf(["User deleted"]))],
            required: ["success", "message"]
        )
    )
    static let accounts = NamedSchema(
        name: "BetterAuthAccounts",
        schema: .list(of: .named("BetterAuthAccount")),
        uses: [ResponseSchema<BetterAuthLinkedAccount>.betterAuthAccount.named]
    )
    static let account = open(
        "BetterAuthAccountChoice",
        [
            InputDescription("providerId", Schema.text(1...64).example("apple"), isRequired: true, "The provider."),
            InputDescription("accountId", .text(1...512), "The user's ID at the provider."),
        ]
    )
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
