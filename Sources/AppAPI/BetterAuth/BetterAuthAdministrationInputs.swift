import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The members of request bodies of the admin plugin, and the fields of its queries.
enum BetterAuthAdministrationInputs {
    private static let idSummary = "The ID of the user."
    private static let idMaximumLength = 64
    /// A hundred years.
    private static let banSeconds = 1...3_155_760_000
    /// The limit of one permission check.
    private static let maximumPermissions = 100

    /// Nil when the text is not an id, and so names no user.
    static let user = Inputs { $0.read(userID) }
    private static let userID = id("userId")
    /// The query of a route that reads one user.
    static let userQuery = Inputs { $0.read(id("id")) }

    private static func id(_ name: String) -> Input<User.ID?> {
        let text = Input.text(name, idSummary, maximum: idMaximumLength)
        return Input(text.description) { User.ID($0.read(text)) }
    }

    struct NewUser: Sendable {
        let draft: UserAdministration.Draft
        /// The change to make after the user is created; nil for none.
        let revision: UserRevision?
    }

    static let newUser = Inputs<NewUser> { reader in
        let draft = UserAdministration.Draft(
            email: reader.read(
                .text("email", "The user's email address.", maximum: Request.maximumContentBytes, schema: .email)
            ),
            name: reader.read(.text("name", "The display name.", maximum: User.nameMaximumLength)),
            role: reader.read(optionalRole) ?? Role.Name.customer.description,
            password: reader.read(
                .optionalText(
                    "password",
                    "With it the user can sign in immediately.",
                    minimum: 1,
                    maximum: Request.maximumContentBytes,
                    schema: .text(PasswordRules.lengths)
                )
            )
        )
        let data = reader.read(.object("data", "Custom attributes, which the app can also write."))
        guard let data, !data.isEmpty else { return NewUser(draft: draft, revision: nil) }
        do throws(FieldProblem.Rule) { _ = try UserAttributes(data) } catch { reader.record("data", error) }
        var revision = UserRevision()
        revision.userMetadata = data
        return NewUser(draft: draft, revision: revision)
    }

    struct Ban: Sendable {
        let user: User.ID?
        let reason: String?
        /// Nil until it is lifted.
        let seconds: Int?

        func revision(at now: Timestamp) -> UserRevision {
            var revision = UserRevision()
            revision.ban = seconds.map { .until(now + .seconds($0)) } ?? .always
            revision.banReason = reason
            return revision
        }
    }

    static let ban = Inputs {
        Ban(
            user: $0.read(userID),
            reason: $0.read(.optionalText("banReason", "The reason, for the audit log.", maximum: 500)),
            seconds: $0.read(
                .optionalInteger("banExpiresIn", "The duration in seconds; permanent by default.", in: banSeconds)
            )
        )
    }

    static let roleAssignment = Inputs { reader in
        (user: reader.read(userID), role: reader.read(requiredRole) ?? "")
    }

    static let password = Inputs { reader in
        var revision = UserRevision()
        revision.password = reader.read(
            .text(
                "newPassword",
                "The new password.",
                maximum: Request.maximumContentBytes,
                schema: .text(PasswordRules.lengths)
            )
        )
        return (user: reader.read(userID), revision: revision)
    }

    /// Nil when the text is not a handle.
    static let session = Inputs {
        Session.ID(
            $0.read(
                BetterAuthInputs.sessionToken(
                    "sessionToken",
                    "The `token` of a session in `/admin/list-user-sessions`."
                )
            )
        )
    }

    private static let optionalRole = role("A role of the tenant; `customer` by default.", isRequired: false)
    private static let requiredRole = role("A role of the tenant.", isRequired: true)
    private static let oneRole = LocalizableText.english("the name of one role")

    /// A role, or a list of exactly one; nil when absent.
    private static func role(_ summary: String, isRequired: Bool) -> Input<String?> {
        let schema = Schema([
            "oneOf": [Schema.roleName.json, ["type": "array", "items": Schema.roleName.json, "maxItems": 1]]
        ])
        return Input(InputDescription("role", schema, isRequired: isRequired, summary)) { fields in
            switch fields.take("role") {
            case .text(let text)?: return text
            case .list(let list)? where list.count == 1:
                if case .text(let text) = list[0] { return text }
                fields.record("role", .wrongType(expected: oneRole))
            case nil where !fields.isNull("role"):
                if isRequired { fields.record("role", .missing) }
            case .unreadable?: break
            default: fields.record("role", .wrongType(expected: oneRole))
            }
            return nil
        }
    }
}

/// The change of a user.
extension BetterAuthAdministrationInputs {
    /// The members of `data` that are not custom attributes.
    private static let known: Set<ByteText> = ["name", "email", "emailVerified", "role"]
    private static let fixed: Set<ByteText> = [
        "id", "createdAt", "updatedAt", "banned", "banReason", "banExpires", "banned_until", "app_metadata",
    ]

    static let revision = Inputs { reader in
        (
            user: reader.read(userID),
            data: reader.read(
                .object(
                    "data",
                    "`name`, `email`, `emailVerified`, `image` and `role`; other members are custom attributes, which the app can also write.",
                    isRequired: true
                )
            ) ?? [:]
        )
    }

    /// Reads `data` of a revision; the members that are not fields of a user are custom attributes.
    static func changes(_ data: JSONObject) throws(DomainError) -> (role: String?, revision: UserRevision) {
        var fields = Fields(data)
        var revision = UserRevision()
        if fields.has("name") { revision.name = fields.optionalText("name", maximum: User.nameMaximumLength) ?? "" }
        revision.email = fields.optionalText("email", minimum: 1, maximum: Request.maximumContentBytes)
        revision.emailVerified = fields.optionalBool("emailVerified")
        let role = fields.read(optionalRole)
        for name in data.names where fixed.contains(ByteText(name)) { fields.record(name, .unknown) }
        try fields.finish(.ignored)
        let attributes = data.filter { !known.contains(ByteText($0.name)) }
        if !attributes.isEmpty { revision.userMetadata = JSONObject(attributes.map { ($0.name, $0.value) }) }
        return (role, revision)
    }
}

/// The permission check.
extension BetterAuthAdministrationInputs {
    /// The wanted permissions, by resource: `{"user": ["list"]}`. Nil represents an unknown permission. Older clients
    /// write `permission`.
    static let permissions = Inputs { $0.read(wanted) }

    private static let wanted = Input<[PermissionName?]>(
        InputDescription(
            "permissions",
            Schema(["type": "object", "additionalProperties": ["type": "array", "items": ["type": "string"]]]),
            isRequired: true,
            "The actions to check, by resource."
        )
    ) { fields in
        let name = !fields.has("permissions") && fields.has("permission") ? "permission" : "permissions"
        let wanted = fields.object(name)
        if wanted == nil, !fields.has(name) { fields.record(name, .missing) }
        let pairs = (wanted ?? [:]).flatMap { resource, actions in
            (actions.arrayValue ?? [.null]).map { ("\(resource)", $0.stringValue) }
        }
        if pairs.isEmpty || pairs.count > maximumPermissions || pairs.contains(where: { $0.1 == nil }) {
            fields.record(
                name,
                .malformed(.english("Write {\"user\": [\"list\"]}, with 1 to \(maximumPermissions) actions."))
            )
        }
        return pairs.map { resource, action in permission(resource, action ?? "") }
    }

    private static func permission(_ resource: String, _ action: String) -> PermissionName? {
        switch (resource, action) {
        case ("user", "list"), ("user", "get"): .readUsers
        case ("user", "create"), ("user", "update"), ("user", "ban"), ("user", "delete"), ("user", "set-password"):
            .manageUsers
        case ("user", "set-role"): .assignRoles
        case ("user", "impersonate"): .impersonateUsers
        case ("session", "list"): .readSessions
        case ("session", "revoke"), ("session", "delete"): .revokeSessions
        default: nil
        }
    }
}
