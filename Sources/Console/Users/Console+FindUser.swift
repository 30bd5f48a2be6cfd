import ConsoleKit
import Domain
import StrictJSON
import UseCases
import WebCore

extension Console {
    /// Finds the one user that the text of the filter `user` means: an id, or an email address or a name that only one
    /// user has. Records a problem when there is none, or more than one.
    func findUser(_ text: String, _ fields: inout Fields, _ context: TenantContext) async throws -> User.ID? {
        if let id = User.ID(text) { return id }
        let found = try await users(matching: text, context)
        if found.count == 1 { return found[0] }
        fields.record("user", found.isEmpty ? .unknownUser : .severalUsers)
        return nil
    }

    /// Finds the text by which events name the one user that an email address means: the id, or what events keep of the
    /// address when no user has it. Records a problem when more than one matches, or for the beginning of an address.
    func findEventUser(_ address: String, _ fields: inout Fields, _ context: TenantContext) async throws -> String? {
        let found = try await users(matching: address, context)
        if found.count == 1 { return found[0].description }
        let name = services.eventErasure.names.name(for: address, in: context.tenant.id)
        if found.isEmpty, let name, !name.hasSameBytes(as: address) { return name }
        fields.record("user", found.isEmpty ? .unknownUser : .severalUsers)
        return nil
    }

    /// Returns at most two of the users that match.
    private func users(matching text: String, _ context: TenantContext) async throws -> [User.ID] {
        try await services.users.page(UserQuery(search: text), PageRequest(limit: 2), grant: context.grant()).items
            .map(\.user.id)
    }
}

extension FieldProblem.Rule {
    fileprivate static let unknownUser = FieldProblem.Rule.malformed(
        .localizable("forms.user-none", "No user matches. Enter an email address, a name or an ID.")
    )
    fileprivate static let severalUsers = FieldProblem.Rule.malformed(
        .localizable("forms.user-several", "Several people match. Enter the full email address or the ID.")
    )
}
