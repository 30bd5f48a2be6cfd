import Domain
import HTTPTypes
import StrictJSON
import WebCore

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
        APIOperation(
            id: "goTrueVerify",
            tag: .goTrue,
            summary: "Uses a link or digits, and signs the person in",
            details: "`token_hash`, or `token` (the digits) with `email`.",
            body: Body(contents: [.init(schema: GoTrueMessageSchemas.verification)]),
            answers: [.ok("It is done.", GoTrueSchemas.session)],
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
            errors: [.goTrue(400, ["bad_json", "validation_failed"]), .goTrue(403, ["otp_expired"])]
        ),
        APIOperation(
            id: "goTrueReauthenticate",
            tag: .goTrue,
            summary: "Has digits sent that show that it is still the same person",
            details: "They go as `nonce` with a new password.",
            answers: [.ok("It is done.", GoTrueSchemas.nothing)],
            errors: [.goTrue(422, ["feature_disabled"]), .goTrue(429, ["over_email_send_rate_limit"])]
        ),
        APIOperation(
            id: "goTrueGenerateLink",
            tag: .goTrue,
            summary: "Makes a link that the back end sends itself",
            details: "It is shown once, and nothing is sent.",
            query: [redirect],
            body: Body(contents: [.init(schema: GoTrueMessageSchemas.link)]),
            answers: [.ok("It is done.", GoTrueMessageSchemas.made)],
            errors: [
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

    private static let sameAnswer = "The answer is the same whether there is such a person or not."

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
            answers: [.ok("It is done.", GoTrueSchemas.nothing)],
            errors: [
                .goTrue(400, ["bad_json", "phone_provider_disabled"]), .goTrue(422, ["email_provider_disabled"]),
                .goTrue(429, ["over_email_send_rate_limit"]),
            ]
        )
    }
}
