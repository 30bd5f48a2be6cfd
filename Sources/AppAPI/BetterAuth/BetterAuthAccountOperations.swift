import Domain
import StrictJSON
import UseCases
import WebCore

extension APIOperation {
    /// The operations on the user's own account.
    static let betterAuthAccountOperations: [APIOperation] = [
        APIOperation(
            id: "betterAuthUpdateUser",
            tag: .betterAuth,
            summary: "Changes the name and picture of the signed-in user",
            body: .open("BetterAuthAccountChange", BetterAuthInputs.accountChange),
            answers: [.ok("Success.", BetterAuthSchemas.status)],
            errors: .betterAuth([.fields], or: crossSite + [.emailNotUpdatable, .nothingToUpdate])
        ),
        APIOperation(
            id: "betterAuthDeleteUser",
            tag: .betterAuth,
            summary: "Deletes the account of the signed-in user",
            details: "Requires the password, or a sign-in within the last day. Ends all sessions; cannot be undone.",
            body: .open("BetterAuthDeletion", BetterAuthInputs.deletion),
            answers: [.ok("Success.", BetterAuthSchemas.deleted)],
            errors: .betterAuth(
                [
                    .fields, .account(.reauthenticationNeeded), .account(.wrongCurrentPassword), .limited,
                    .rejected(.conflict(.lastAdministrator)),
                ],
                or: crossSite + [.untrustedCallback, .invalidToken]
            )
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
            body: .open("BetterAuthSocialSignIn", BetterAuthSocial.inputs, example: ["provider": "apple"]),
            answers: [.ok("Linked, or the URL of Apple's page for a browser.", BetterAuthSchemas.linked)],
            errors: .betterAuth(
                [
                    .fields, .account(.wrongCurrentPassword), .longPassword, .account(.reauthenticationNeeded),
                    .account(.passwordRequired), .apple(.replayed), .apple(.token(.claim("sub"))),
                    .apple(.sessionEnded), .apple(.disabled), .apple(.taken), .limited,
                ],
                at: .linkSocial,
                or: crossSite + [.untrustedCallback]
            )
        ),
        APIOperation(
            id: "betterAuthUnlinkAccount",
            tag: .betterAuth,
            summary: "Unlinks a sign-in method of the signed-in user",
            details: "Requires a sign-in within the last day. The last sign-in method cannot be unlinked.",
            body: .open("BetterAuthAccountChoice", BetterAuthInputs.account),
            answers: [.ok("Success.", BetterAuthSchemas.status)],
            errors: .betterAuth(
                [.fields, .account(.identityNotFound), .account(.lastIdentity), .account(.sessionNotFresh)],
                at: .unlinkAccount,
                or: crossSite
            )
        ),
    ]
}
