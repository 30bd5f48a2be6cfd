import Domain
import StrictJSON
import UseCases
import WebCore

/// The bodies and responses of the admin plugin.
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
    static let userResponse = open("BetterAuthPerson", [user])
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
