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
        "The ID of the user."
    )
    private static let object = Schema(["type": "object"])
    private static let anyRole = Schema([
        "oneOf": [Schema.roleName.json, ["type": "array", "items": Schema.roleName.json, "maxItems": 1]]
    ])

    static let newUser = open(
        "BetterAuthNewUser",
        [
            InputDescription("email", .email, isRequired: true, "The user's email address."),
            InputDescription("name", .text(1...User.nameMaximumLength), isRequired: true, "The display name."),
            InputDescription("password", .text(PasswordRules.lengths), "With it the user can sign in immediately."),
            InputDescription("role", anyRole, "A role of the tenant; `customer` by default."),
            InputDescription("data", object, "Custom attributes, which the app can also write."),
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
                "`name`, `email`, `emailVerified`, `image` and `role`; other members are custom attributes, which the app can also write."
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
                "The reason, for the audit log."
            ),
            InputDescription(
                "banExpiresIn",
                .integer(BetterAuthAdministrationBody.banSeconds),
                "The duration in seconds; permanent by default."
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
                "The new password."
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
                "The actions to check, by resource."
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
            "The text to search for in the email address or name."
        ),
        InputDescription(
            "searchField",
            .oneOf(BetterAuthUserList.SearchField.self),
            "The field to search; `email` by default."
        ),
        InputDescription(
            "searchOperator",
            .oneOf(BetterAuthUserList.SearchOperator.self),
            "The comparison; `contains` by default."
        ),
        InputDescription("limit", .integer(UserAdministration.directoryLimits), "The maximum number; 100 by default."),
        InputDescription("offset", .integer(0...UserAdministration.maximumSkipped), "The number of users to skip."),
        InputDescription("sortBy", .oneOf(BetterAuthUserList.SortField.self), "Sort field; `createdAt` by default."),
        InputDescription("sortDirection", .oneOf(BetterAuthUserList.Direction.self), "`asc` by default."),
        InputDescription("filterField", .oneOf(BetterAuthUserList.FilterField.self), "The field to filter by."),
        InputDescription(
            "filterValue",
            .text(0...2540),
            "The value to compare with; for `in` and `not_in` a comma-separated list."
        ),
        InputDescription("filterOperator", .oneOf(BetterAuthUserList.FilterOperator.self), "`eq` by default."),
    ]
}
