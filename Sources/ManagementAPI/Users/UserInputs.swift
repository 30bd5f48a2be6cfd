import Domain
import StrictJSON
import UseCases
import WebCore

/// The fields of requests about users.
enum UserInputs {
    static let search = Input.optionalText(
        "search",
        "An email address, words of the name, or an id; or the beginning of one.",
        maximum: UserQuery.searchMaximumLength
    )
    static let role: Input<Role.Name?> = .optionalValue(
        "role",
        "Only users with this role.",
        .roleName,
        orElse: .english("Write the name of a role, like customer.")
    )
    static let provider: Input<Identity.Provider?> = .optionalOneOf("provider", "Only users with this sign-in method.")
    static let state: Input<User.State?> = .optionalOneOf("state", "Only users in this state.")
    static let sort: Input<UserQuery.Sort?> = .optionalOneOf(
        "sort",
        """
        `created` (newest first), `name`, `email` (A to Z; without users who have no email) or `last_seen` (latest first; without users \
        who were never seen). Without it `created`.
        """
    )
    static let query = Inputs { reader in
        UserQuery(
            search: reader.read(search),
            role: reader.read(role),
            provider: reader.read(provider),
            state: reader.read(state),
            sort: reader.read(sort) ?? .created
        )
    }

    static let email = Input.optionalText(
        "email",
        "The email address that the user signs in with.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let invitedEmail = Input.text(
        "email",
        "The email address that the user will sign in with.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let name = Input.optionalText(
        "name",
        "The display name.",
        maximum: User.nameMaximumLength,
        schema: .line(0...User.nameMaximumLength)
    )
    static let newRole = Input.text(
        "role",
        "The name of a role of this tenant, of at most the caller's own rank.",
        maximum: Role.Name.maximumLength,
        schema: .roleName
    )
    static let password = Input.optionalText(
        "password",
        "With a password the user can sign in immediately. At least 8 characters; common passwords are rejected.",
        maximum: PasswordRules.lengths.upperBound,
        schema: .text(PasswordRules.lengths)
    )
    static let newEmail = Input.clearableText(
        "email",
        "The new address; null removes it.",
        maximum: EmailAddress.maximumLength,
        schema: .email
    )
    static let newName = Input.clearableText(
        "name",
        "The new name; null removes it.",
        maximum: User.nameMaximumLength,
        schema: .line(0...User.nameMaximumLength)
    )

    static let emailVerified = Input.optionalBool("email_verified", "Marks the address as verified or unverified.")
    static let bannedUntil = Input<UserRevision.Ban?>(
        .init("banned_until", .dateTime, "Bans the user until then and ends every session; null lifts a ban.")
    ) { fields in
        guard fields.has("banned_until") else { return nil }
        guard let time = fields.read(Input.dateTime("banned_until", "")) else { return UserRevision.Ban.none }
        return .until(time)
    }
    static let userMetadata = Input.object("user_metadata", attributes("Attributes that the app may write too."))
    static let appMetadata = Input<JSONObject?>(
        Input.object("app_metadata", attributes("Attributes that the app can only read.")).description
    ) { $0.appMetadata("app_metadata") }

    private static func attributes(_ summary: String) -> String {
        "\(summary) A member replaces the one there, null removes it. At most \(UserAttributes.maximumBytes) bytes, and \(UserAttributes.maximumDepth) objects and lists within each other."
    }

    static let draft = Inputs { reader in
        UserAdministration.Draft(
            email: reader.read(email),
            name: reader.read(name),
            role: reader.read(newRole),
            password: reader.read(password),
            userMetadata: reader.read(userMetadata) ?? [:],
            appMetadata: reader.read(appMetadata) ?? [:]
        )
    }

    /// An invitation: the user has an address, and no password yet.
    static let invitation = Inputs { reader in
        UserAdministration.Draft(
            email: reader.read(invitedEmail),
            name: reader.read(name),
            role: reader.read(newRole),
            password: nil
        )
    }

    static let edit = Inputs<UserAdministration.Edit> { reader in
        var edit = UserAdministration.Edit(email: reader.read(newEmail), name: reader.read(newName))
        edit.emailVerified = reader.read(emailVerified)
        edit.ban = reader.read(bannedUntil)
        edit.userMetadata = reader.read(userMetadata)
        edit.appMetadata = reader.read(appMetadata)
        return edit
    }

    static let roleAssignment = Inputs { $0.read(newRole) }
}

extension Fields {
    /// Rejects the names that tokens reserve.
    fileprivate mutating func appMetadata(_ field: String) -> JSONObject? {
        guard let members = object(field) else { return nil }
        if let name = members.names.first(where: DefaultAttribute.reservedNames.contains) {
            record(field, .malformed(.english("The name \(name) is taken: it says how the user signs in.")))
        }
        return members
    }
}
