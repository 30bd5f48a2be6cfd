import ConsoleKit
import Domain
import UseCases
import WebCore

extension Console {
    /// Finds the one user that the text of the filter `user` means: an id, or an email address or a name that only one
    /// user has. Records a problem when there is none, or more than one.
    func findUser(_ text: String, _ fields: inout Fields, _ context: TenantContext) async throws -> User.ID? {
        if let id = User.ID(text) { return id }
        let query = UserQuery(search: text)
        let found = try await services.users.page(query, PageRequest(limit: 2), grant: context.grant()).items
        if found.count == 1 { return found[0].user.id }
        fields.record("user", found.isEmpty ? .unknownUser : .severalUsers)
        return nil
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
