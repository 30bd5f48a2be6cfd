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
            query: BetterAuthSchemas.userList,
            answers: [.ok("A page of users, and their total number.", BetterAuthSchemas.users)],
            errors: [ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth), denied(.listUsers)]
        ),
        APIOperation(
            id: "betterAuthGetUser",
            tag: .betterAuth,
            summary: "Reads one user",
            query: [
                InputDescription(
                    "id",
                    .text(1...BetterAuthAdministrationBody.idMaximumLength),
                    isRequired: true,
                    "The ID of the user."
                )
            ],
            answers: [.ok("The user.", ResponseSchema<User>.betterAuthUser.named)],
            errors: [ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth), denied(.getUser), noSuchUser]
        ),
        APIOperation(
            id: "betterAuthCreateUser",
            tag: .betterAuth,
            summary: "Creates a user",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.newUser)]),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(
                .createUsers,
                [
                    ErrorResponse(
                        400,
                        "",
                        [
                            "INVALID_EMAIL", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_COMPROMISED",
                            existing,
                            foreignRole,
                        ],
                        format: .betterAuth
                    )
                ]
            )
        ),
        APIOperation(
            id: "betterAuthReviseUser",
            tag: .betterAuth,
            summary: "Changes a user",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.revision)]),
            answers: [.ok("Success.", ResponseSchema<User>.betterAuthUser.named)],
            errors: changeErrors(
                .updateUsers,
                [
                    ErrorResponse(
                        400,
                        "",
                        [
                            "INVALID_EMAIL", "NO_DATA_TO_UPDATE", "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER",
                            existing,
                            foreignRole,
                        ],
                        format: .betterAuth
                    ), noSuchUser, lastAdministrator,
                ]
            )
        ),
        APIOperation(
            id: "betterAuthSetRole",
            tag: .betterAuth,
            summary: "Changes a user's role",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.roleGift)]),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(
                .changeRole,
                [ErrorResponse(400, "", [foreignRole], format: .betterAuth), noSuchUser, lastAdministrator]
            )
        ),
        APIOperation(
            id: "betterAuthBanUser",
            tag: .betterAuth,
            summary: "Bans a user and ends their sessions",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.ban)]),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(
                .banUsers,
                [
                    ErrorResponse(400, "", ["YOU_CANNOT_BAN_YOURSELF"], format: .betterAuth), noSuchUser,
                    lastAdministrator,
                ]
            )
        ),
        APIOperation(
            id: "betterAuthUnbanUser",
            tag: .betterAuth,
            summary: "Unbans a user",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.userResponse)]),
            answers: [.ok("Success.", BetterAuthSchemas.wrappedUser)],
            errors: changeErrors(.banUsers, [noSuchUser])
        ),
        APIOperation(
            id: "betterAuthListUserSessions",
            tag: .betterAuth,
            summary: "Lists a user's sessions",
            details: sessionDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.userResponse)]),
            answers: [.ok("Success.", BetterAuthSchemas.userSessions)],
            errors: bodyErrors(.listSessions, [noSuchUser])
        ),
        APIOperation(
            id: "betterAuthRevokeUserSession",
            tag: .betterAuth,
            summary: "Ends a session",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.sessionHandle)]),
            answers: [.ok("Success.", BetterAuthSchemas.success)],
            errors: changeErrors(.revokeSessions)
        ),
        APIOperation(
            id: "betterAuthRevokeUserSessions",
            tag: .betterAuth,
            summary: "Ends every session of a user",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.userResponse)]),
            answers: [.ok("Success.", BetterAuthSchemas.success)],
            errors: changeErrors(.revokeSessions, [noSuchUser])
        ),
        APIOperation(
            id: "betterAuthRemoveUser",
            tag: .betterAuth,
            summary: "Deletes a user",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.userResponse)]),
            answers: [.ok("Success.", BetterAuthSchemas.success)],
            errors: changeErrors(
                .deleteUsers,
                [
                    ErrorResponse(400, "", ["YOU_CANNOT_REMOVE_YOURSELF"], format: .betterAuth), noSuchUser,
                    lastAdministrator,
                ]
            )
        ),
        APIOperation(
            id: "betterAuthSetUserPassword",
            tag: .betterAuth,
            summary: "Sets a user's password and ends their sessions",
            details: changeDetails,
            body: Body(contents: [.init(schema: BetterAuthSchemas.newPassword)]),
            answers: [.ok("Success.", BetterAuthSchemas.status)],
            errors: changeErrors(
                .setPassword,
                [
                    ErrorResponse(
                        400,
                        "",
                        ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_COMPROMISED"],
                        format: .betterAuth
                    ), noSuchUser,
                ]
            )
        ),
        APIOperation(
            id: "betterAuthImpersonateUser",
            tag: .betterAuth,
            summary: "Impersonates a user",
            details:
                "\(changeDetails) Opens a session for an hour. The role of the user must not have permissions.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.userResponse)]),
            answers: [.ok("Success.", ResponseSchema<BetterAuthPresence>.betterAuthPresence.named)],
            errors: changeErrors(
                .impersonateUsers,
                [ErrorResponse(403, "", ["YOU_CANNOT_IMPERSONATE_ADMINS"], format: .betterAuth), noSuchUser]
            )
        ),
        APIOperation(
            id: "betterAuthStopImpersonating",
            tag: .betterAuth,
            summary: "Ends an impersonation",
            details: "A browser gets the administrator's session back; an app uses its own token again.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.nothing)], isRequired: false),
            answers: [.ok("The administrator's session; null without its cookie.", BetterAuthSchemas.returned)],
            errors: [
                betterAuthCrossSite, ErrorResponse(400, "", ["YOU_ARE_NOT_IMPERSONATING_ANYONE"], format: .betterAuth),
            ]
        ),
        APIOperation(
            id: "betterAuthHasPermission",
            tag: .betterAuth,
            summary: "Checks a permission of the caller",
            body: Body(contents: [
                .init(schema: BetterAuthSchemas.permissions, example: ["permissions": ["user": ["list"]]])
            ]),
            answers: [.ok("Whether the caller has all the permissions.", BetterAuthSchemas.permission)],
            errors: [
                betterAuthCrossSite, ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth),
                ErrorResponse(403, "", ["SECOND_FACTOR_REQUIRED"], format: .betterAuth),
            ]
        ),
    ]

    private static let existing = "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL"
    private static let foreignRole = "YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE"
    private static let noSuchUser = ErrorResponse(
        404,
        "There is no such user.",
        ["USER_NOT_FOUND"],
        format: .betterAuth
    )
    private static let lastAdministrator = ErrorResponse(
        409,
        "This is the last administrator.",
        ["LAST_ADMINISTRATOR"],
        format: .betterAuth
    )

    private static func denied(_ action: BetterAuthAction) -> ErrorResponse {
        ErrorResponse(
            403,
            "",
            ["YOU_ARE_NOT_ALLOWED_TO_\(action.rawValue.uppercased())", "SECOND_FACTOR_REQUIRED"],
            format: .betterAuth
        )
    }

    /// The errors of an operation on users that reads a body, with `others` of its own.
    private static func bodyErrors(_ action: BetterAuthAction, _ others: [ErrorResponse] = []) -> [ErrorResponse] {
        [betterAuthCrossSite, ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth), denied(action)]
            + others
    }

    /// The errors of a change of users, which requires a session less than a day old, with `others` of its own.
    private static func changeErrors(_ action: BetterAuthAction, _ others: [ErrorResponse] = []) -> [ErrorResponse] {
        bodyErrors(action, [betterAuthNotFresh] + others)
    }

    private static let sessionDetails =
        "Users who have or must have a second factor cannot use an app session for this."
    private static let changeDetails =
        "A user needs a session that began less than a day ago; a secret key does not. " + sessionDetails
}
