import ConsoleKit
import Domain
import UseCases
import WebCore

/// Finds the one user that a filter's text means: an id, or a mail or name that only one user has.
struct UserLookup {
    let console: Console
    let context: TenantContext

    enum Finding {
        case one(User.ID)
        case none, several
    }

    func find(_ text: String) async throws -> Finding {
        if let id = User.ID(text) { return .one(id) }
        let query = UserQuery(search: text)
        let found = try await console.services.users.page(query, PageRequest(limit: 2), grant: context.grant()).items
        guard let only = found.first else { return .none }
        return found.count == 1 ? .one(only.user.id) : .several
    }
}

extension UserLookup.Finding {
    /// What to correct; nil when there is nothing.
    var rule: FieldProblem.Rule? {
        switch self {
        case .one: nil
        case .none:
            .malformed(.localizable("forms.user-none", "No user matches. Enter an email address, a name or an ID."))
        case .several:
            .malformed(
                .localizable("forms.user-several", "Several people match. Enter the full email address or the ID.")
            )
        }
    }
}
