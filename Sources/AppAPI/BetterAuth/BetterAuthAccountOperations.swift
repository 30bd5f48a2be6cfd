import Domain
import StrictJSON
import UseCases
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
                ErrorResponse(400, "", ["VALIDATION_ERROR", "INVALID_PASSWORD"], format: .betterAuth),
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

    /// The operations of the admin plugin.
    static let betterAuthAdministrationOperations: [APIOperation] = [
        APIOperation(
            id: "betterAuthListUsers",
            tag: .betterAuth,
            summary: "Lists users",
            query: BetterAuthSchemas.userList,
            answers: [.ok("Some of them, and how many there are.", BetterAuthSchemas.users)],
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
                    "Whom."
                )
            ],
            answers: [.ok("The user.", ResponseSchema<User>.betterAuthUser.named)],
            errors: [ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth), denied(.getUser), noSuchUser]
        ),
        administration(
            "betterAuthCreateUser",
            "Creates a user",
            BetterAuthSchemas.newUser,
            BetterAuthSchemas.wrappedUser,
            .createUsers,
            [
                ErrorResponse(
                    400,
                    "",
                    [
                        "INVALID_EMAIL", "PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_COMPROMISED", existing,
                        foreignRole,
                    ],
                    format: .betterAuth
                )
            ]
        ),
        administration(
            "betterAuthReviseUser",
            "Changes a user",
            BetterAuthSchemas.revision,
            ResponseSchema<User>.betterAuthUser.named,
            .updateUsers,
            [
                ErrorResponse(
                    400,
                    "",
                    [
                        "INVALID_EMAIL", "NO_DATA_TO_UPDATE", "PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER", existing,
                        foreignRole,
                    ],
                    format: .betterAuth
                ), noSuchUser, lastAdministrator,
            ]
        ),
        administration(
            "betterAuthSetRole",
            "Changes a user's role",
            BetterAuthSchemas.roleGift,
            BetterAuthSchemas.wrappedUser,
            .changeRole,
            [ErrorResponse(400, "", [foreignRole], format: .betterAuth), noSuchUser, lastAdministrator]
        ),
        administration(
            "betterAuthBanUser",
            "Keeps a user out, and ends every session",
            BetterAuthSchemas.ban,
            BetterAuthSchemas.wrappedUser,
            .banUsers,
            [ErrorResponse(400, "", ["YOU_CANNOT_BAN_YOURSELF"], format: .betterAuth), noSuchUser, lastAdministrator]
        ),
        administration(
            "betterAuthUnbanUser",
            "Lets a user in again",
            BetterAuthSchemas.person,
            BetterAuthSchemas.wrappedUser,
            .banUsers,
            [noSuchUser]
        ),
        administration(
            "betterAuthListUserSessions",
            "Lists a user's sessions",
            BetterAuthSchemas.person,
            BetterAuthSchemas.userSessions,
            .listSessions,
            [noSuchUser]
        ),
        administration(
            "betterAuthRevokeUserSession",
            "Ends a session",
            BetterAuthSchemas.sessionHandle,
            BetterAuthSchemas.success,
            .revokeSessions,
            []
        ),
        administration(
            "betterAuthRevokeUserSessions",
            "Ends every session of a user",
            BetterAuthSchemas.person,
            BetterAuthSchemas.success,
            .revokeSessions,
            [noSuchUser]
        ),
        administration(
            "betterAuthRemoveUser",
            "Deletes a user",
            BetterAuthSchemas.person,
            BetterAuthSchemas.success,
            .deleteUsers,
            [
                ErrorResponse(400, "", ["YOU_CANNOT_REMOVE_YOURSELF"], format: .betterAuth), noSuchUser,
                lastAdministrator,
            ]
        ),
        administration(
            "betterAuthSetUserPassword",
            "Gives a user another password, and ends every session",
            BetterAuthSchemas.newPassword,
            BetterAuthSchemas.status,
            .setPassword,
            [
                ErrorResponse(
                    400,
                    "",
                    ["PASSWORD_TOO_SHORT", "PASSWORD_TOO_LONG", "PASSWORD_COMPROMISED"],
                    format: .betterAuth
                ), noSuchUser,
            ]
        ),
        administration(
            "betterAuthImpersonateUser",
            "Uses the app as a user",
            BetterAuthSchemas.person,
            ResponseSchema<BetterAuthPresence>.betterAuthPresence.named,
            .impersonateUsers,
            [ErrorResponse(403, "", ["YOU_CANNOT_IMPERSONATE_ADMINS"], format: .betterAuth), noSuchUser],
            more: "For an hour, in a session of its own; only as someone whose role has no permissions."
        ),
        APIOperation(
            id: "betterAuthStopImpersonating",
            tag: .betterAuth,
            summary: "Ends an impersonation",
            details: "A browser is back in the session that it began with; an app goes back to its own token.",
            body: Body(contents: [.init(schema: BetterAuthSchemas.nothing)], isRequired: false),
            answers: [.ok("One's own session; null where no cookie brings it back.", BetterAuthSchemas.returned)],
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
            answers: [.ok("Whether all of it.", BetterAuthSchemas.permission)],
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
        "The last administrator stays.",
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

    private static func administration(
        _ id: String,
        _ summary: String,
        _ body: NamedSchema,
        _ answer: NamedSchema,
        _ action: BetterAuthAction,
        _ errors: [ErrorResponse],
        more: String = ""
    ) -> APIOperation {
        let isChange = action != .listSessions
        return APIOperation(
            id: id,
            tag: .betterAuth,
            summary: summary,
            details: (isChange
                ? "A person needs a session that began less than a day ago; a secret key does not. " : "")
                + "A session of the app is not enough for who has a second factor, or must have one.\(more.isEmpty ? "" : " " + more)",
            body: Body(contents: [.init(schema: body)]),
            answers: [.ok("It is done.", answer)],
            errors: [
                betterAuthCrossSite, ErrorResponse(400, "", ["VALIDATION_ERROR"], format: .betterAuth), denied(action),
            ]
                + (isChange ? [betterAuthNotFresh] : []) + errors
        )
    }
}

/// The bodies and responses of the account routes and the admin plugin.
extension BetterAuthSchemas {
    private static let user = InputDescription(
        "userId",
        .text(1...BetterAuthAdministrationBody.idMaximumLength),
        isRequired: true,
        "Whom."
    )
    private static let object = Schema(["type": "object"])
    private static let anyRole = Schema([
        "oneOf": [Schema.roleName.json, ["type": "array", "items": Schema.roleName.json, "maxItems": 1]]
    ])

    static let accountChange = open(
        "BetterAuthAccountChange",
        [
            InputDescription("name", .text(1...User.nameMaximumLength), "What people see."),
            InputDescription("image", Schema.text(0...2048).nullable, "The address of a picture; null takes it away."),
        ]
    )
    static let deletion = open(
        "BetterAuthDeletion",
        [
            InputDescription("password", .text(1...4096), "Shows that it is still the same person."),
            InputDescription("token", .text(0...512), "Of a link; none is sent."),
            InputDescription(
                "callbackURL",
                .text(0...2048),
                "Where a browser goes next: a path, or an address of the app's own host name."
            ),
        ]
    )
    static let deleted = NamedSchema(
        name: "BetterAuthDeleted",
        schema: .object(
            [("success", Schema.bool.with("const", true)), ("message", .oneOf(["User deleted"]))],
            required: ["success", "message"]
        )
    )
    static let accounts = NamedSchema(
        name: "BetterAuthAccounts",
        schema: .list(of: .named("BetterAuthAccount")),
        uses: [ResponseSchema<BetterAuthLinkedAccount>.betterAuthAccount.named]
    )
    static let account = open(
        "BetterAuthAccountChoice",
        [
            InputDescription("providerId", Schema.text(1...64).example("apple"), isRequired: true, "Which provider."),
            InputDescription("accountId", .text(1...512), "What the provider calls the person."),
        ]
    )

    static let newUser = open(
        "BetterAuthNewUser",
        [
            InputDescription("email", .email, isRequired: true, "What the person signs in with."),
            InputDescription("name", .text(1...User.nameMaximumLength), isRequired: true, "What people see."),
            InputDescription("password", .text(PasswordRules.lengths), "With it the person can sign in at once."),
            InputDescription("role", anyRole, "A role of the tenant; `customer` without it."),
            InputDescription("data", object, "Attributes, which the app may write too."),
        ]
    )
    static let revision = open(
        "BetterAuthUserRevision",
        [
            user,
            InputDescription(
                "data",
                object,
                isRequired: true,
                "`name`, `email`, `emailVerified`, `image` and `role`; other members are attributes, which the app may write too."
            ),
        ]
    )
    static let roleGift = open(
        "BetterAuthRoleGift",
        [user, InputDescription("role", anyRole, isRequired: true, "A role of the tenant.")]
    )
    static let ban = open(
        "BetterAuthBan",
        [
            user,
            InputDescription(
                "banReason",
                .text(0...BetterAuthAdministrationBody.reasonMaximumLength),
                "For the audit."
            ),
            InputDescription(
                "banExpiresIn",
                .integer(BetterAuthAdministrationBody.banSeconds),
                "In seconds; for good without it."
            ),
        ]
    )
    static let person = open("BetterAuthPerson", [user])
    static let sessionHandle = open(
        "BetterAuthSessionHandle",
        [
            InputDescription(
                "sessionToken",
                .text(1...512),
                isRequired: true,
                "The `token` of a session in `/admin/list-user-sessions`."
            )
        ]
    )
    static let newPassword = open(
        "BetterAuthNewPassword",
        [
            InputDescription(
                "newPassword",
                .text(PasswordRules.lengths),
                isRequired: true,
                "The password from now on."
            ), user,
        ]
    )
    static let permissions = open(
        "BetterAuthPermissions",
        [
            InputDescription(
                "permissions",
                Schema(["type": "object", "additionalProperties": ["type": "array", "items": ["type": "string"]]]),
                isRequired: true,
                "Actions by what they are done to."
            )
        ]
    )

    static let wrappedUser = NamedSchema(
        name: "BetterAuthWrappedUser",
        schema: .object([("user", .named("BetterAuthUser"))], required: ["user"]),
        uses: [ResponseSchema<User>.betterAuthUser.named]
    )
    static let users = NamedSchema(
        name: "BetterAuthUsers",
        schema: .object(
            [("users", .list(of: .named("BetterAuthUser"))), ("total", .count), ("limit", .count), ("offset", .count)],
            required: ["users", "total"]
        ),
        uses: [ResponseSchema<User>.betterAuthUser.named]
    )
    static let userSessions = NamedSchema(
        name: "BetterAuthUserSessions",
        schema: .object([("sessions", .list(of: .named("BetterAuthSession")))], required: ["sessions"]),
        uses: [ResponseSchema<BetterAuthSession>.betterAuthSession.named]
    )
    static let permission = NamedSchema(
        name: "BetterAuthPermission",
        schema: .object([("error", Schema(["type": "null"])), ("success", .bool)], required: ["error", "success"])
    )

    static let userList: [InputDescription] = [
        InputDescription(
            "searchValue",
            .text(0...BetterAuthUserList.textMaximumLength),
            "A part of the address or of the name."
        ),
        InputDescription(
            "searchField",
            .oneOf(BetterAuthUserList.SearchField.self),
            "Where to look; `email` without it."
        ),
        InputDescription(
            "searchOperator",
            .oneOf(BetterAuthUserList.SearchOperator.self),
            "How; `contains` without it."
        ),
        InputDescription("limit", .integer(UserAdministration.directoryLimits), "How many at most; 100 without it."),
        InputDescription("offset", .integer(0...UserAdministration.maximumSkipped), "How many to pass over."),
        InputDescription("sortBy", .oneOf(BetterAuthUserList.SortField.self), "By what; `createdAt` without it."),
        InputDescription("sortDirection", .oneOf(BetterAuthUserList.Direction.self), "`asc` without it."),
        InputDescription("filterField", .oneOf(BetterAuthUserList.FilterField.self), "What to compare."),
        InputDescription(
            "filterValue",
            .text(0...2540),
            "With what; several separated by commas for `in` and `not_in`."
        ),
        InputDescription("filterOperator", .oneOf(BetterAuthUserList.FilterOperator.self), "How; `eq` without it."),
    ]
}
