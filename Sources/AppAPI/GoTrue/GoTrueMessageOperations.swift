import HTTPTypes
import StrictJSON
import WebCore

extension APIOperation {
    static let goTrueMessageOperations: [APIOperation] = [
        message("goTrueRecover", "Sends a link and a code for setting a new password"),
        message(
            "goTrueOTP",
            "Sends a link and a code for signing in",
            "Creates an account for a new user, unless `create_user` is false."
        ),
        message("goTrueMagicLink", "Alias of `/otp`"),
        message(
            "goTrueResend",
            "Resends the message of a sign-up or of an email change",
            body: GoTrueMessageSchemas.resend
        ),
        APIOperation(
            id: "goTrueVerify",
            tag: .goTrue,
            summary: "Uses a link or a code, and signs the user in",
            details: "Send `token_hash`, or `token` (the digits) with `email`.",
            body: Body(contents: [.init(schema: GoTrueMessageSchemas.verification)]),
            answers: [.ok("Success.", GoTrueSchemas.session)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]),
                .goTrue(403, ["otp_expired", "user_banned", "session_limit_reached"]),
                .goTrue(422, ["email_exists"]), .goTrue(429, ["over_request_rate_limit"]),
            ]
        ),
        APIOperation(
            id: "goTrueFollow",
            tag: .goTrue,
            summary: "Redirects to the page of a link",
            details: "The link stays valid. The redirect afterwards was set when the link was created.",
            query: [
                InputDescription("token", .text(0...200), "The link's token."),
                InputDescription("token_hash", .text(0...200), "Alias of `token`."),
            ],
            answers: [
                Answer(
                    status: .seeOther,
                    summary: "Redirect to the page.",
                    headers: [InputDescription("Location", .text, isRequired: true, "The URL of the page.")]
                )
            ],
            errors: [.goTrue(400, ["bad_json", "validation_failed"]), .goTrue(403, ["otp_expired"])]
        ),
        APIOperation(
            id: "goTrueReauthenticate",
            tag: .goTrue,
            summary: "Sends a code for reauthentication",
            details: "Send the code as `nonce` with a new password.",
            answers: [.ok("Success.", GoTrueSchemas.nothing)],
            errors: [.goTrue(422, ["feature_disabled"]), .goTrue(429, ["over_email_send_rate_limit"])]
        ),
        APIOperation(
            id: "goTrueGenerateLink",
            tag: .goTrue,
            summary: "Creates a link that the backend sends itself",
            details: "The link is in this response only, and nothing is sent.",
            query: [redirect],
            body: Body(contents: [.init(schema: GoTrueMessageSchemas.link)]),
            answers: [.ok("Success.", GoTrueMessageSchemas.generatedLink)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(404, ["user_not_found"]),
                .goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
    ]

    private static let redirect = InputDescription(
        "redirect_to",
        .text(0...2048),
        "Where the browser is redirected afterwards; a URL that the tenant does not allow is ignored."
    )

    private static let sameAnswer = "The response does not reveal whether the user exists."

    private static func message(
        _ id: String,
        _ summary: String,
        _ details: String? = nil,
        body: NamedSchema = GoTrueMessageSchemas.request
    ) -> APIOperation {
        APIOperation(
            id: id,
            tag: .goTrue,
            summary: summary,
            details: details.map { "\($0) \(sameAnswer)" } ?? sameAnswer,
            query: [redirect],
            body: Body(contents: [.init(schema: body)]),
            answers: [.ok("Success.", GoTrueSchemas.nothing)],
            errors: [
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
    static let request = GoTrueSchemas.open(
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
    static let generatedLink: NamedSchema = {
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
