import Domain
import HTTPTypes
import UseCases
import WebCore

extension APIOperation {
    static let betterAuthPasswordOperations: [APIOperation] = [
        requestReset("betterAuthRequestPasswordReset", "Sends a password reset link by email"),
        requestReset("betterAuthForgetPassword", "Alias of `request-password-reset`"),
        APIOperation(
            id: "betterAuthResetPassword",
            tag: .betterAuth,
            summary: "Resets a password with the token of a link",
            details: "Ends all sessions of the user. The token may be in the query instead of the body.",
            query: BetterAuthInputs.resetQuery.descriptions,
            body: .open("BetterAuthReset", BetterAuthInputs.reset),
            answers: [.ok("The password is set.", BetterAuthSchemas.status)],
            errors: .betterAuth([
                .fields, .shortPassword, .longPassword, .commonPassword, .link(.gone), .userDisabled, .limited,
            ])
        ),
        APIOperation(
            id: "betterAuthSendVerification",
            tag: .betterAuth,
            summary: "Sends a verification link by email",
            details: "The response does not reveal whether the user exists.",
            body: .open("BetterAuthVerificationWish", BetterAuthInputs.verificationRequest),
            answers: [.ok("An email is sent if the address has to be verified.", BetterAuthSchemas.status)],
            errors: .betterAuth([.fields, .badEmail, .link(.disabled), .limited], or: [.untrustedCallback])
        ),
        APIOperation(
            id: "betterAuthVerifyEmail",
            tag: .betterAuth,
            summary: "Redirects to the page of a verification link",
            details:
                "Changes nothing: the button of the page uses the link. Then the page redirects to the URL that the email was requested with, or else "
                + "to `callbackURL`.",
            query: BetterAuthInputs.verificationLink.descriptions,
            answers: [
                Answer(
                    status: .seeOther,
                    summary: "Redirect to Gatehouse's page.",
                    headers: [InputDescription(.location, .text, isRequired: true, "The URL of the page.")]
                )
            ],
            errors: .betterAuth([.fields, .link(.gone)])
        ),
        APIOperation(
            id: "betterAuthUseVerification",
            tag: .betterAuth,
            summary: "Verifies an email address with the token of a link",
            body: .open("BetterAuthVerification", BetterAuthInputs.linkToken),
            answers: [.ok("The email address is verified.", BetterAuthSchemas.verified)],
            errors: .betterAuth([.fields, .link(.gone), .userDisabled, .emailTaken, .limited])
        ),
        APIOperation(
            id: "betterAuthChangePassword",
            tag: .betterAuth,
            summary: "Changes the password of the signed-in user",
            details: "Ends the user's other sessions, whatever `revokeOtherSessions` says.",
            body: .open("BetterAuthPasswordChange", BetterAuthInputs.passwordChange),
            answers: [
                .ok(
                    "The user; with `revokeOtherSessions` also the session's token.",
                    BetterAuthSchemas.changed
                )
            ],
            errors: .betterAuth(
                [
                    .fields, .account(.wrongCurrentPassword), .account(.noPassword), .account(.samePassword),
                    .account(.impersonated), .shortPassword, .longPassword, .commonPassword, .limited,
                ],
                or: crossSite
            )
        ),
        APIOperation(
            id: "betterAuthChangeEmail",
            tag: .betterAuth,
            summary: "Changes the email address of the signed-in user",
            details:
                """
                With email verification, the change takes effect when the link sent to the new address is used. Without it, the \
                password is required. Where no email can be sent either, a sign-in with the password within the last ten minutes, \
                on the same device, is enough. Members must always send the password.
                """,
            body: .open("BetterAuthEmailChange", BetterAuthInputs.emailChange),
            answers: [.ok("The email address is changed, or a link is sent to it.", BetterAuthSchemas.status)],
            errors: .betterAuth(
                [
                    .fields, .badEmail, .account(.wrongCurrentPassword), .longPassword, .account(.emailUnavailable),
                    .account(.reauthenticationNeeded), .account(.proofNeeded), .emailTaken, .limited,
                ],
                at: .changeEmail,
                or: crossSite + [.untrustedCallback]
            )
        ),
    ]

    private static func requestReset(_ id: String, _ summary: String) -> APIOperation {
        APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            details: "The response does not reveal whether the user exists.",
            body: .open("BetterAuthResetWish", BetterAuthInputs.resetRequest),
            answers: [.ok("An email is sent if the user exists.", BetterAuthSchemas.resetAsked)],
            errors: .betterAuth([.fields, .badEmail, .link(.disabled), .limited], or: [.untrustedRedirect])
        )
    }
}
