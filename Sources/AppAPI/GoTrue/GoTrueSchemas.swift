import StrictJSON
import WebCore

/// The objects of this dialect, as far as clients rely on them; there may be other members.
enum GoTrueSchemas {
    static let health = NamedSchema.object(
        "GoTrueHealth",
        [("name", .text), ("version", .text), ("description", .text)]
    )
    static let nothing = NamedSchema.object("GoTrueNothing", [])
    static let keys = NamedSchema.object("GoTrueKeys", [("keys", .list(of: anything))])
    static let factors = NamedSchema(name: "GoTrueFactors", schema: .list(of: anything))
    static let settings = NamedSchema.object(
        "GoTrueSettings",
        [
            ("external", Schema(["type": "object", "additionalProperties": ["type": "boolean"]])),
            ("disable_signup", .bool),
            ("mailer_autoconfirm", .bool), ("phone_autoconfirm", .bool), ("sms_provider", .text),
            ("saml_enabled", .bool),
            ("passkeys_enabled", .bool),
        ]
    )

    static let user: NamedSchema = {
        let always: [(String, Schema)] = [
            ("id", .uuid), ("aud", .text), ("role", .text),
            ("email", Schema.text.with("description", "Empty for a user without an email address.")),
            ("phone", .text), ("app_metadata", anything), ("user_metadata", anything),
            ("identities", .list(of: .named("GoTrueIdentity"))),
            ("created_at", .dateTime), ("updated_at", .dateTime), ("is_anonymous", .bool),
        ]
        let sometimes: [(String, Schema)] =
            [
                "email_confirmed_at", "confirmed_at", "invited_at", "last_sign_in_at", "banned_until",
                "email_change_sent_at",
            ].map { ($0, .dateTime) } + [
                ("new_email", Schema.text.with("description", "The new email address, until its link is used."))
            ]
        return open("GoTrueUser", always + sometimes, required: always.map(\.0), uses: [identity])
    }()

    private static let identity: NamedSchema = {
        let always: [(String, Schema)] = [
            ("identity_id", .uuid), ("id", .text), ("user_id", .uuid), ("identity_data", anything), ("provider", .text),
            ("last_sign_in_at", .dateTime), ("created_at", .dateTime), ("updated_at", .dateTime),
        ]
        return open("GoTrueIdentity", always + [("email", .text)], required: always.map(\.0))
    }()

    static let session: NamedSchema = {
        let members: [(String, Schema)] = [
            ("access_token", .text), ("token_type", .oneOf(["bearer"])), ("expires_in", .count), ("expires_at", .count),
            ("refresh_token", .text), ("user", .named("GoTrueUser")),
        ]
        return open("GoTrueSession", members, required: members.map(\.0), uses: [user])
    }()

    static let sessionOrUser = NamedSchema.either("GoTrueSessionOrUser", session, user)
    static let users = NamedSchema.object(
        "GoTrueUsers",
        [("users", .list(of: .named("GoTrueUser"))), ("aud", .text)],
        uses: [user]
    )

    static let audit: NamedSchema = {
        let payload = Schema.object(
            [
                ("actor_id", .text), ("actor_username", .text), ("actor_name", .text),
                ("action", Schema.text.example("login")),
                ("log_type", Schema.text.example("account")), ("traits", anything),
            ],
            required: ["actor_id", "actor_username", "action", "log_type", "traits"]
        )
        let entry = NamedSchema.object(
            "GoTrueAuditEntry",
            [("id", .uuid), ("payload", payload), ("created_at", .dateTime), ("ip_address", .text)]
        )
        return NamedSchema(name: "GoTrueAudit", schema: .list(of: .named("GoTrueAuditEntry")), uses: [entry])
    }()

    static let generatedLink: NamedSchema = {
        let members: [(name: String, schema: Schema)] = [
            ("action_link", .text), ("email_otp", .text), ("hashed_token", .text), ("redirect_to", .text),
            ("verification_type", .text),
        ]
        return open("GoTrueLink", members + [("id", .uuid), ("email", .text)], required: members.map(\.name))
    }()

    private static let anything = GoTrueInputs.anyObject

    /// An object with these members and possibly others.
    private static func open(
        _ name: String,
        _ members: [(name: String, schema: Schema)],
        required: [String] = [],
        uses: [NamedSchema] = []
    ) -> NamedSchema {
        NamedSchema(
            name: name,
            schema: Schema.object(members, required: required).with("additionalProperties", true),
            uses: uses
        )
    }
}

extension NamedSchema {
    /// The format of `GoTrueRenderer`.
    static let goTrueError = NamedSchema(
        name: "GoTrueError",
        schema: Schema([
            "type": "object",
            "properties": [
                "code": ["type": ["string", "integer"]], "message": ["type": "string"],
                "error_code": ["type": "string"],
                "msg": ["type": "string"], "error_id": ["type": "string"],
                "error": ["type": "string"], "error_description": ["type": "string"],
                "weak_password": [
                    "type": "object", "properties": ["reasons": ["type": "array", "items": ["type": "string"]]],
                ],
            ],
            "description":
                "Why a request was rejected. With `X-Supabase-Api-Version: 2024-01-01` the error code is in `code`, otherwise in `error_code`. `error` describes an invalid identity token.",
        ])
    )
}
