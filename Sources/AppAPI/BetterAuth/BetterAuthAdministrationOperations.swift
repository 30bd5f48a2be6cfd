import Domain
import StrictJSON
import UseCases
import WebCore

extension APIOperation {
    /// The operations of the admin plugin.
    static let betterAuthAdministrationOperations: [APIOperation] = [
        APIOperation(
            id: "betterAuthListUsers",
            tag: .betterAuth,
            summary: "Lists users",
            query: BetterAuthUserList.inputs.descriptions,
            answers: [.ok("A page of users, and their total number.", BetterAuthSchemas.users)],
            errors: bodyErrors(.listUsers, isCrossSite: false)
        ),
        APIOperation(
            id: "betterAuthGetUser",
            tag: .betterAuth,
            summary: "Reads one user",
            query: BetterAuthAdministrationInputs.userQuery.descriptions,
            answers: [.ok("The user.", ResponseSchema<User>.betterAuthUser.named)],
            errors: bodyErrors(.getUser, [.notFound(.user)], isCrossSite: false)
        ),
        APIOperation(
            id: "betterAuthCreateUser",
            tag: .betterAuth,
            summary: "Creates a user",
            details: changeDetails,
            body: .open("BetterAuthNewUser", BetterAuthAdministrationInputs.newUser),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(
                .createUsers,
                [.conflict(.emailTaken), foreignRole],
                or: .betterAuth([.badEmail, .shortPassword, .longPassword, .commonPassword])
            )
        ),
        APIOperation(
            id: "betterAuthReviseUser",
            tag: .betterAuth,
            summary: "Changes a user",
            details: changeDetails,
            body: .open("BetterAuthUserRevision", BetterAuthAdministrationInputs.revision),
            answers: [.ok("Success.", ResponseSchema<User>.betterAuthUser.named)],
            errors: changeErrors(
                .updateUsers,
                [.conflict(.emailTaken), foreignRole, .notFound(.user), .conflict(.lastAdministrator)],
                or: .betterAuth([.badEmail], or: [.noData, .passwordInData])
            )
        ),
        APIOperation(
            id: "betterAuthSetRole",
            tag: .betterAuth,
            summary: "Changes a user's role",
            details: changeDetails,
            body: .open("BetterAuthRoleGift", BetterAuthAdministrationInputs.roleAssignment),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(.changeRole, [foreignRole, .notFound(.user), .conflict(.lastAdministrator)])
        ),
        APIOperation(
            id: "betterAuthBanUser",
            tag: .betterAuth,
            summary: "Bans a user and ends their sessions",
            details: changeDetails,
            body: .open("BetterAuthBan", BetterAuthAdministrationInputs.ban),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(.banUsers, [.denied(.ownAccount), .notFound(.user), .conflict(.lastAdministrator)])
        ),
        APIOperation(
            id: "betterAuthUnbanUser",
            tag: .betterAuth,
            summary: "Unbans a user",
            details: changeDetails,
            body: .open("BetterAuthPerson", BetterAuthAdministrationInputs.user),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(.banUsers, [.notFound(.user)])
        ),
        APIOperation(
            id: "betterAuthListUserSessions",
            tag: .betterAuth,
            summary: "Lists a user's sessions",
            details: sessionDetails,
            body: .open("BetterAuthPerson", BetterAuthAdministrationInputs.user),
            answers: [.ok("Success.", BetterAuthSchemas.userSessions)],
            errors: bodyErrors(.listSessions, [.notFound(.user)])
        ),
        APIOperation(
            id: "betterAuthRevokeUserSession",
            tag: .betterAuth,
            summary: "Ends a session",
            details: changeDetails,
            body: .open("BetterAuthSessionHandle", BetterAuthAdministrationInputs.session),
            answers: [.ok("Success.", BetterAuthSchemas.success)],
            errors: changeErrors(.revokeSessions)
        ),
        APIOperation(
            id: "betterAuthRevokeUserSessions",
            tag: .betterAuth,
            summary: "Ends every session of a user",
            details: changeDetails,
            body: .open("BetterAuthPerson", BetterAuthAdministrationInputs.user),
            answers: [.ok("Success.", BetterAuthSchemas.success)],
            errors: changeErrors(.revokeSessions, [.notFound(.user)])
        ),
        APIOperation(
            id: "betterAuthRemoveUser",
            tag: .betterAuth,
            summary: "Deletes a user",
            details: changeDetails,
            body: .open("BetterAuthPerson", BetterAuthAdministrationInputs.user),
            answers: [.ok("Success.", BetterAuthSchemas.success)],
            errors: changeErrors(.deleteUsers, [.denied(.ownAccount), .notFound(.user), .conflict(.lastAdministrator)])
        ),
        APIOperation(
            id: "betterAuthSetUserPassword",
            tag: .betterAuth,
            summary: "Sets a user's password and ends their sessions",
            details: changeDetails,
            body: .open("BetterAuthNewPassword", BetterAuthAdministrationInputs.password),
            answers: [.ok("Success.", BetterAuthSchemas.status)],
            errors: changeErrors(
                .setPassword,
                [.notFound(.user)],
                or: .betterAuth([.shortPassword, .longPassword, .commonPassword])
            )
        ),
        APIOperation(
            id: "betterAuthImpersonateUser",
            tag: .betterAuth,
            summary: "Impersonates a user",
            details:
                "\(changeDetails) Opens a session for an hour. The role of the user must not have permissions.",
            body: .open("BetterAuthPerson", BetterAuthAdministrationInputs.user),
            answers: [.ok("Success.", ResponseSchema<BetterAuthPresence>.betterAuthPresence.named)],
            errors: changeErrors(.impersonateUsers, [.denied(.outranked), .notFound(.user)])
        ),
        APIOperation(
            id: "betterAuthStopImpersonating",
            tag: .betterAuth,
            summary: "Ends an impersonation",
            details: "A browser gets the administrator's session back; an app uses its own token again.",
            body: nothing,
            answers: [.ok("The administrator's session; null without its cookie.", BetterAuthSchemas.returned)],
            errors: .betterAuth(or: crossSite + [.notImpersonating])
        ),
        APIOperation(
            id: "betterAuthHasPermission",
            tag: .betterAuth,
            summary: "Checks a permission of the caller",
            body: .open(
                "BetterAuthPermissions",
                BetterAuthAdministrationInputs.permissions,
                example: ["permissions": ["user": ["list"]]]
            ),
            answers: [.ok("Whether the caller has all the permissions.", BetterAuthSchemas.permission)],
            errors: .betterAuth([.fields], or: crossSite + [.secondFactorRequired])
        ),
    ]

    private static let foreignRole = DomainError.invalid("role", .malformed(.english("")))

    /// The errors of an operation on users that reads a body or a query, with `others` of its own.
    private static func bodyErrors(
        _ action: BetterAuthAction,
        _ others: [DomainError] = [],
        isCrossSite: Bool = true
    ) -> [ErrorResponse] {
        failures(of: action, others, or: (isCrossSite ? crossSite : []) + [.secondFactorRequired])
    }

    /// The errors of a change of users, which requires a session less than a day old, with `others` of its own.
    private static func changeErrors(
        _ action: BetterAuthAction,
        _ others: [DomainError] = [],
        or more: [ErrorResponse] = []
    ) -> [ErrorResponse] {
        failures(of: action, others, or: crossSite + [.secondFactorRequired, .sessionNotFresh]) + more
    }

    private static func failures(
        of action: BetterAuthAction,
        _ errors: [DomainError],
        or others: [WebFailure]
    ) -> [ErrorResponse] {
        let failures = ([.denied(.missingPermission(.readUsers))] + errors).map {
            WebFailure(betterAuth: $0, doing: action)
        }
        return .betterAuth([.fields], or: failures + others)
    }

    private static let sessionDetails =
        "Users who have or must have a second factor cannot use an app session for this."
    private static let changeDetails =
        "A user needs a session that began less than a day ago; a secret key does not. " + sessionDetails
}
