import Domain
import HTTPTypes
import StrictJSON

extension APIOperation {
    static let goTrueMessageOperations: [APIOperation] = [
        message("goTrueRecover", "Has a link and digits sent by which a new password is set"),
        message(
            "goTrueOTP",
            "Has a link and digits sent that sign someone in",
            "Makes an account for who has none, unless `create_user` is false."
        ),
        message("goTrueMagicLink", "The same as `/otp`"),
        message(
            "goTrueResend",
            "Sends the message of a sign-up or of a change of address again",
            body: GoTrueMessageSchemas.resend
        ),
        goTrue(
            "goTrueVerify",
            "Uses a link or digits, and signs the person in",
            "`token_hash`, or `token` (the digits) with `email`.",
            body: GoTrueMessageSchemas.verification,
            answer: GoTrueSchemas.session,
            refusals: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(403, ["otp_expired", "user_banned"]),
                .goTrue(422, ["email_exists"]), .goTrue(429, ["over_request_rate_limit"]),
            ]
        ),
        APIOperation(
            id: "goTrueFollow",
            tag: .goTrue,
            summary: "Redirects to the page of a link",
            details: "Uses nothing up. Where the browser goes afterwards was said when the link was made.",
            query: [
                InputDescription("token", .text(0...200), "The link's token."),
                InputDescription("token_hash", .text(0...200), "The same, by its other name."),
            ],
            answers: [
                Answer(
                    status: .seeOther,
                    summary: "To the page.",
                    headers: [InputDescription("Location", .text, isRequired: true, "Where.")]
                )
            ],
            refusals: [.goTrue(400, ["bad_json", "validation_failed"]), .goTrue(403, ["otp_expired"])]
        ),
        goTrue(
            "goTrueReauthenticate",
            "Has digits sent that show that it is still the same person",
            "They go as `nonce` with a new password.",
            answer: GoTrueSchemas.nothing,
            refusals: [.goTrue(422, ["feature_disabled"]), .goTrue(429, ["over_email_send_rate_limit"])]
        ),
        goTrue(
            "goTrueGenerateLink",
            "Makes a link that the back end sends itself",
            "It is shown once, and nothing is sent.",
            query: [redirect],
            body: GoTrueMessageSchemas.link,
            answer: GoTrueMessageSchemas.made,
            refusals: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(404, ["user_not_found"]),
                .goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
    ]

    private static let redirect = InputDescription(
        "redirect_to",
        .text(0...2048),
        "Where the browser goes afterwards; an address that is not the tenant's is not gone to."
    )

    private static func message(
        _ id: String,
        _ summary: String,
        _ details: String? = nil,
        body: NamedSchema = GoTrueMessageSchemas.wish
    ) -> APIOperation {
        goTrue(
            id,
            summary,
            [details, "The answer is the same whether there is such a person or not."].compactMap(\.self).joined(
                separator: " "
            ),
            query: [redirect],
            body: body,
            answer: GoTrueSchemas.nothing,
            refusals: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(422, ["email_provider_disabled"]),
                .goTrue(429, ["over_email_send_rate_limit"]),
            ]
        )
    }
}

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
