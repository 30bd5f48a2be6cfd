import Domain
import UseCases

/// The fields of requests about users.
enum UserInputs {
    static let search = Input.optionalText(
        "search", "An e-mail address or its beginning, words of the name or their beginnings, or an id or its beginning.",
        maximum: UserQuery.searchMaximumLength)
    static let role: Input<Role.Name?> = .optionalValue(
        "role", "Only people with this role.", .roleName, orElse: "Write the name of a role, like customer.")
    static let provider: Input<Identity.Provider?> = .optionalOneOf("provider", "Only people who sign in this way.")
    static let state: Input<User.State?> = .optionalOneOf("state", "Only people in this state.")
    static let sort: Input<UserQuery.Sort?> = .optionalOneOf(
        "sort", "`created` (newest first), `name`, `email` (A to Z) or `last_seen` (latest first). Without it `created`.")
    static let query = [search.description, role.description, provider.description, state.description, sort.description]

    static let email = Input.optionalText(
        "email", "What the person signs in with.", maximum: EmailAddress.maximumLength, schema: .email)
    static let invitedEmail = Input.text(
        "email", "What the person will sign in with.", maximum: EmailAddress.maximumLength, schema: .email)
    static let name = Input.optionalText(
        "name", "What people see.", maximum: User.nameMaximumLength, schema: .line(0...User.nameMaximumLength))
    static let newRole = Input.text(
        "role", "The name of a role of this tenant, of a rank that is not above one's own.", maximum: Role.Name.maximumLength,
        schema: .roleName)
    static let password = Input.optionalText(
        "password", "With it the person can sign in at once. At least 8 characters, and not one that many people use.",
        maximum: PasswordRules.lengths.upperBound, schema: .text(PasswordRules.lengths))
    static let newEmail = Input.clearableText(
        "email", "Another address; null takes it away.", maximum: EmailAddress.maximumLength, schema: .email)
    static let newName = Input.clearableText(
        "name", "Another name; null takes it away.", maximum: User.nameMaximumLength, schema: .line(0...User.nameMaximumLength))

    static func query(_ fields: inout Fields) -> UserQuery {
        UserQuery(
            search: fields.read(search), role: fields.read(role), provider: fields.read(provider), state: fields.read(state),
            sort: fields.read(sort) ?? .created)
    }

    static func draft(_ fields: inout Fields) -> UserAdministration.Draft {
        UserAdministration.Draft(
            email: fields.read(email), name: fields.read(name), role: fields.read(newRole), password: fields.read(password))
    }

    /// Someone who is asked in has an address, and no password yet.
    static func invitation(_ fields: inout Fields) -> UserAdministration.Draft {
        UserAdministration.Draft(email: fields.read(invitedEmail), name: fields.read(name), role: fields.read(newRole), password: nil)
    }
}
