import StrictJSON
import WebCore

extension APIOperation {
    /// The operations on the user's own account.
    static let betterAuthAccountOperations: [APIOperation] = [
        APIOperation(
            id: "betterAuthUpdateUser",
            tag: .betterAuth,
            summary: "Changes the name and picture of the signed-in user",
            body: Body(contents: [.init(schema: BetterAuthSchemas.accountChange)]),
            answers: [.ok("Success.", BetterAuthSchemas.status)],
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
            details: "Requires the password, or a sign-in within the last day. Ends all sessions; cannot be undone.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.deletion)]),
            answers: [.ok("Success.", BetterAuthSchemas.deleted)],
            errors: [
                betterAuthCrossSite, betterAuthThrottled,
                ErrorResponse(403, "", ["INVALID_CALLBACK_URL"], format: .betterAuth),
                ErrorResponse(
                    400,
                    "",
                    ["VALIDATION_ERROR", "SESSION_EXPIRED", "INVALID_PASSWORD", "INVALID_TOKEN"],
                    format: .betterAuth
                ),
                ErrorResponse(409, "This is the last administrator.", ["LAST_ADMINISTRATOR"], format: .betterAuth),
            ]
        ),
        APIOperation(
            id: "betterAuthListAccounts",
            tag: .betterAuth,
            summary: "Lists the sign-in methods of the signed-in user",
            answers: [.ok("The sign-in methods.", BetterAuthSchemas.accounts)]
        ),
        APIOperation(
            id: "betterAuthLinkSocial",
            tag: .betterAuth,
            summary: "Links Apple to the account of the signed-in user",
            details: """
                Requires a sign-in within the last day; members must send their `password` too. With an identity token from the app, \
                or without one for Apple's page in a browser. Accounts with the same email address are not merged.
                """,
            headers: betterAuthDeviceHeaders,
            body: Body(contents: [.init(schema: BetterAuthSchemas.social, example: ["provider": "apple"])]),
            answers: [.ok("Linked, or the URL of Apple's page for a browser.", BetterAuthSchemas.linked)],
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
                    "Sign-in with this provider is disabled.",
                    ["PROVIDER_NOT_FOUND"],
                    format: .betterAuth
                ),
                ErrorResponse(
                    409,
                    "The Apple Account is linked to another account, or this account to another Apple Account.",
                    ["SOCIAL_ACCOUNT_ALREADY_LINKED"],
                    format: .betterAuth
                ),
            ]
        ),
        APIOperation(
            id: "betterAuthUnlinkAccount",
            tag: .betterAuth,
            summary: "Unlinks a sign-in method of the signed-in user",
            details: "Requires a sign-in within the last day. The last sign-in method cannot be unlinked.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.account)]),
            answers: [.ok("Success.", BetterAuthSchemas.status)],
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
