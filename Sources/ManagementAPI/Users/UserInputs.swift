import Domain
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about users.
enum UserInputs {
    static let search = Input.optionalText(
        "search",
        "An e-mail address or its beginning, words of the name or their beginnings, or an id or its beginning.",
        maximum: UserQuery.searchMaximumLength
    )
    static let role: Input<Role.Name?> = .optionalValue(
        "role",
        "Only people with this role.",
        .roleName,
        orElse: "Write the name of a role, like customer."
    )
    static let provider: Input<Identity.Provider?> = .optionalOneOf("provider", "Only people who sign in this way.")
    static let state: Input<User.State?> = .optionalOneOf("state", "Only people in this state.")
    static let sort: Input<UserQuery.Sort?> = .optionalOneOf(
        "sort",
        "`created` (newest first), `name`, `email` (A to Z) or `last_seen` (latest first). Without it `created`."
    )
    static let query = [
        search.description, role.description, provider.description, state.description, sort.description,
    ]

    static let email = Input.optionalText(
        "email",
        "What the person signs in with.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let invitedEmail = Input.text(
        "email",
        "What the person will sign in with.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let name = Input.optionalText(
        "name",
        "What people see.",
        maximum: User.nameMaximumLength,
        schema: .line(0...User.nameMaximumLength)
    )
    static let newRole = Input.text(
        "role",
        "The name of a role of this tenant, of a rank that is not above one's own.",
        maximum: Role.Name.maximumLength,
        schema: .roleName
    )
    static let password = Input.optionalText(
        "password",
        "With it the person can sign in at once. At least 8 characters, and not one that many people use.",
        maximum: PasswordRules.lengths.upperBound,
        schema: .text(PasswordRules.lengths)
    )
    static let newEmail = Input.clearableText(
        "email",
        "Another address; null takes it away.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let newName = Input.clearableText(
        "name",
        "Another name; null takes it away.",
        maximum: User.nameMaximumLength,
        schema: .line(0...User.nameMaximumLength)
    )

    static let emailVerified = Input.optionalBool("email_verified", "Vouches for the address, or takes that back.")
    static let bannedUntil = Input<UserRevision.Ban?>(
        .init("banned_until", .moment, "Keeps the person out until then and ends every session; null lifts a ban.")
    ) { fields in
        guard fields.has("banned_until") else { return nil }
        guard let moment = fields.read(Input.moment("banned_until", "")) else { return UserRevision.Ban.none }
        return .until(moment)
    }
    static let userMetadata = attributes("user_metadata", "Attributes that the app may write too.")
    static let appMetadata = attributes("app_metadata", "Attributes that the app can only read.")
    static let edit = [
        newEmail.description, newName.description, emailVerified.description, bannedUntil.description, userMetadata,
        appMetadata,
    ]

    private static func attributes(_ name: String, _ summary: String) -> InputDescription {
        InputDescription(
            name,
            Schema(["type": "object"]),
            "\(summary) A member replaces the one there, null removes it. At most \(UserAttributes.maximumBytes) bytes, and \(UserAttributes.maximumDepth) objects and lists within each other."
        )
    }

    static func edit(_ object: JSONObject) throws(DomainError) -> UserAdministration.Edit {
        var fields = Fields(object)
        var edit = UserAdministration.Edit(email: fields.read(newEmail), name: fields.read(newName))
        edit.emailVerified = fields.read(emailVerified)
        edit.ban = fields.read(bannedUntil)
        edit.userMetadata = fields.object(userMetadata.name, in: object)
        edit.appMetadata = fields.appMetadata(in: object)
        try fields.finish()
        return edit
    }

    static func query(_ fields: inout Fields) -> UserQuery {
        UserQuery(
            search: fields.read(search),
            role: fields.read(role),
            provider: fields.read(provider),
            state: fields.read(state),
            sort: fields.read(sort) ?? .created
        )
    }

    static let draft = [
        email.description, name.description, newRole.description, password.description, userMetadata, appMetadata,
    ]

    static func draft(_ object: JSONObject) throws(DomainError) -> UserAdministration.Draft {
        var fields = Fields(object)
        let draft = UserAdministration.Draft(
            email: fields.read(email),
            name: fields.read(name),
            role: fields.read(newRole),
            password: fields.read(password),
            userMetadata: fields.object(userMetadata.name, in: object) ?? [:],
            appMetadata: fields.appMetadata(in: object) ?? [:]
        )
        try fields.finish()
        return draft
    }

    /// Reads an invitation: the user has an address, and no password yet.
    static func invitation(_ fields: inout Fields) -> UserAdministration.Draft {
        UserAdministration.Draft(
            email: fields.read(invitedEmail),
            name: fields.read(name),
            role: fields.read(newRole),
            password: nil
        )
    }
}

extension Fields {
    /// Rejects the names that tokens reserve.
    fileprivate mutating func appMetadata(in object: JSONObject) -> JSONObject? {
        guard let members = self.object(UserInputs.appMetadata.name, in: object) else { return nil }
        if let name = members.names.first(where: DefaultAttribute.reservedNames.contains) {
            record(
                UserInputs.appMetadata.name,
                .malformed("The name \(name) is taken: it says how the person signs in.")
            )
        }
        return members
    }
}
