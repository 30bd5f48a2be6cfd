import StrictJSON
import WebCore

extension APIOperation {
    /// The operations on the own account.
    static let betterAuthAccountOperations: [APIOperation] = [
        APIOperation(
            id: "betterAuthUpdateUser",
            tag: .betterAuth,
            summary: "Changes the name and picture of the signed-in user",
            body: Body(contents: [.init(schema: BetterAuthSchemas.accountChange)]),
            answers: [.ok("It is as asked.", BetterAuthSchemas.status)],
            errors: [
                betterAuthCrossSite,
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "EMAIL_CAN_NOT_BE_UPDATED", "NO_FIELDS_TO_UPDATE"],
                    format: .betterAuth
                ),
            ]
        ),
        APIOperation(
            id: "betterAuthDeleteUser",
            tag: .betterAuth,
            summary: "Deletes the account of the signed-in user",
            details: "With the password, or within a day of signing in. Sessions go too, and it cannot be undone.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.deletion)]),
            answers: [.ok("It is gone.", BetterAuthSchemas.deleted)],
            errors: [
                betterAuthCrossSite, betterAuthThrottled,
                ErrorResponse(403, "", ["INVALID_CALLBACK_URL"], format: .betterAuth),
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "SESSION_EXPIRED", "INVALID_PASSWORD", "INVALID_TOKEN"],
                    format: .betterAuth
                ),
                ErrorResponse(409, "The last administrator stays.", ["LAST_ADMINISTRATOR"], format: .betterAuth),
            ]
        ),
        APIOperation(
            id: "betterAuthListAccounts",
            tag: .betterAuth,
            summary: "Lists the sign-in methods of the signed-in user",
            answers: [.ok("All of them.", BetterAuthSchemas.accounts)]
        ),
        APIOperation(
            id: "betterAuthLinkSocial",
            tag: .betterAuth,
            summary: "Links Apple to the account of the signed-in user",
            details: """
                Within a day of signing in; who enters the console sends their `password` too. With the identity token of the app's own \
                sheet, or without one for Apple's page in a browser. An address decides nothing here: an account that has the same one stays what it is.
                """,
            headers: betterAuthDeviceHeaders,
            body: Body(contents: [.init(schema: BetterAuthSchemas.social, example: ["provider": "apple"])]),
            answers: [.ok("It is one, or Apple's page for a browser.", BetterAuthSchemas.linked)],
            errors: [
                betterAuthCrossSite, betterAuthThrottled, betterAuthNotFresh,
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "INVALID_PASSWORD", "PASSWORD_TOO_LONG"],
                    format: .betterAuth
                ),
                ErrorResponse(401, "", ["INVALID_TOKEN", "FAILED_TO_GET_USER_INFO"], format: .betterAuth),
                ErrorResponse(
                    403,
                    "",
                    ["BANNED_USER", "INVALID_CALLBACK_URL", "PASSWORD_REQUIRED"],
                    format: .betterAuth
                ),
                ErrorResponse(
                    404,
                    "The app does not let people in with this provider.",
                    ["PROVIDER_NOT_FOUND"],
                    format: .betterAuth
                ),
                ErrorResponse(
                    409,
                    "It is a way into another account, or this one has another Apple Account.",
                    ["SOCIAL_ACCOUNT_ALREADY_LINKED"],
                    format: .betterAuth
                ),
            ]
        ),
        APIOperation(
            id: "betterAuthUnlinkAccount",
            tag: .betterAuth,
            summary: "Unlinks a sign-in method of the signed-in user",
            details: "Within a day of signing in; the last way stays.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.account)]),
            answers: [.ok("It is gone.", BetterAuthSchemas.status)],
            errors: [
                betterAuthCrossSite,
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "ACCOUNT_NOT_FOUND", "FAILED_TO_UNLINK_LAST_ACCOUNT"],
                    format: .betterAuth
                ),
                betterAuthNotFresh,
            ]
        ),
    ]
}
