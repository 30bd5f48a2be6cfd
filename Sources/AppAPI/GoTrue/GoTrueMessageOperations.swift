import Domain
import HTTPTypes
import UseCases
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
            body: .open("GoTrueResend", GoTrueInputs.resend)
        ),
        APIOperation(
            id: "goTrueVerify",
            tag: .goTrue,
            summary: "Uses a link or a code, and signs the user in",
            details: "Send `token_hash`, or `token` (the digits) with `email`.",
            body: .open("GoTrueVerification", GoTrueInputs.verification),
            answers: [.ok("Success.", GoTrueSchemas.session)],
            errors: .goTrue([.link(.gone), .userDisabled, .signIn(.sessionLimit), .emailTaken, .limited])
        ),
        APIOperation(
            id: "goTrueFollow",
            tag: .goTrue,
            summary: "Redirects to the page of a link",
            details: "The link stays valid. The redirect afterwards was set when the link was created.",
            query: GoTrueInputs.link.descriptions,
            answers: [
                Answer(
                    status: .seeOther,
                    summary: "Redirect to the page.",
                    headers: [InputDescription(.location, .text, isRequired: true, "The URL of the page.")]
                )
            ],
            errors: .goTrue([.fields, .link(.gone)], or: [.malformedRequest(.english(""))])
        ),
        APIOperation(
            id: "goTrueReauthenticate",
            tag: .goTrue,
            summary: "Sends a code for reauthentication",
            details: "Send the code as `nonce` with a new password.",
            answers: [.ok("Success.", GoTrueSchemas.nothing)],
            errors: .goTrue([.account(.emailUnavailable), .tooManyMessages(retryAfter: .zero)])
        ),
        APIOperation(
            id: "goTrueGenerateLink",
            tag: .goTrue,
            summary: "Creates a link that the backend sends itself",
            details: "The link is in this response only, and nothing is sent.",
            query: GoTrueInputs.redirect.descriptions,
            body: .open("GoTrueLinkWish", GoTrueInputs.linkGeneration),
            answers: [.ok("Success.", GoTrueSchemas.generatedLink)],
            errors: .goTrue([.emailTaken, .shortPassword], or: [.goTrueNoUser])
        ),
    ]

    private static let sameAnswer = "The response does not reveal whether the user exists."

    private static func message(
        _ id: String,
        _ summary: String,
        _ details: String? = nil,
        body: Body = .open("GoTrueMessageWish", GoTrueInputs.message)
    ) -> APIOperation {
        APIOperation(
            id: id,
            tag: .goTrue,
            summary: summary,
            details: details.map { "\($0) \(sameAnswer)" } ?? sameAnswer,
            query: GoTrueInputs.redirect.descriptions,
            body: body,
            answers: [.ok("Success.", GoTrueSchemas.nothing)],
            errors: .goTrue([.link(.disabled), .tooManyMessages(retryAfter: .zero)])
        )
    }
}
