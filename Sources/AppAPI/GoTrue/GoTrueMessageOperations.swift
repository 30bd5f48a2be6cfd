import Domain
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
            details: "`token_hash`, or `token` (the digits) with `email`.",
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
                    headers: [InputDescription("Location", .text, isRequired: true, "Where.")]
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
            answers: [.ok("Success.", GoTrueMessageSchemas.made)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(404, ["user_not_found"]),
                .goTrue(422, ["email_exists", "weak_password"]),
            ]
        ),
    ]

    private static let redirect = InputDescription(
        "redirect_to",
        .text(0...2048),
        "Where the browser is redirected afterwards; a URL that is not one of the tenant's is ignored."
    )

    private static let sameAnswer = "The response does not reveal whether the user exists."

    private static func message(
        _ id: String,
        _ summary: String,
        _ details: String? = nil,
        body: NamedSchema = GoTrueMessageSchemas.wish
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
