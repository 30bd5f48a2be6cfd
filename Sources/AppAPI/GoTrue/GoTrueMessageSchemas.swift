import Domain
import HTTPTypes
import StrictJSON
import WebCore

/// The request bodies of the message routes.
enum GoTrueMessageSchemas {
    private static let challenge: [(name: String, schema: Schema)] = [
        ("code_challenge", Schema.text(43...128).nullable),
        ("code_challenge_method", Schema.text.nullable.example("s256")),
    ]
    static let wish = GoTrueSchemas.open(
        "GoTrueMessageWish",
        [("email", .text), ("create_user", Schema.bool.nullable), ("data", GoTrueSchemas.anything.nullable)]
            + challenge,
        required: ["email"]
    )
    static let resend = GoTrueSchemas.open(
        "GoTrueResend",
        [("type", .oneOf(["signup", "email_change"])), ("email", .text)],
        required: ["type", "email"]
    )
    static let verification = GoTrueSchemas.open(
        "GoTrueVerification",
        [
            ("type", .oneOf(["signup", "invite", "magiclink", "recovery", "email", "email_change"])),
            ("token_hash", Schema.text.nullable),
            ("token", Schema.text.nullable), ("email", Schema.text.nullable),
        ],
        required: ["type"]
    )
    static let link = GoTrueSchemas.open(
        "GoTrueLinkWish",
        [
            (
                "type",
                .oneOf(["signup", "invite", "magiclink", "recovery", "email_change_current", "email_change_new"])
            ), ("email", .text),
            ("new_email", Schema.text.nullable), ("password", Schema.text.nullable),
            ("data", GoTrueSchemas.anything.nullable),
        ],
        required: ["type", "email"]
    )
    static let made: NamedSchema = {
        let members: [(name: String, schema: Schema)] = [
            ("action_link", .text), ("email_otp", .text), ("hashed_token", .text), ("redirect_to", .text),
            ("verification_type", .text),
        ]
        return GoTrueSchemas.open(
            "GoTrueLink",
            members + [("id", .uuid), ("email", .text)],
            required: members.map(\.name)
        )
    }()
}
