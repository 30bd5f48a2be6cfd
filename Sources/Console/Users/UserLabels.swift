import ConsoleKit
import Domain
import UseCases
import WebCore

extension User {
    /// What a page calls the person.
    var title: String { VisibleText.escaped(name ?? email?.description ?? "No name") }
    /// What stands under the title: never the same text again.
    var subtitle: String {
        name == nil ? ShortID.of(id) : email.map { VisibleText.escaped($0.description) } ?? ShortID.of(id)
    }
}

extension User.State {
    var words: String {
        switch self {
        case .active: "Active"
        case .disabled: "Disabled"
        case .invited: "Invited"
        }
    }

    var badge: BadgeView {
        switch self {
        case .active: BadgeView(.success, words)
        case .disabled: BadgeView(.rejected, words)
        case .invited: BadgeView(.cancelled, words)
        }
    }
}

extension Identity.Provider {
    var words: String {
        switch self {
        case .password: "Password"
        case .apple: "Apple"
        }
    }
}

extension UserQuery.Sort {
    var words: String {
        switch self {
        case .created: "Newest first"
        case .name: "Name"
        case .email: "Email"
        case .lastSeen: "Last active"
        }
    }

    /// What the pager says of the list.
    var order: String {
        switch self {
        case .created: "newest first"
        case .name: "by name"
        case .email: "by email"
        case .lastSeen: "most recently active first"
        }
    }
}

extension UserCount {
    var words: String {
        switch self {
        case .exactly(let number): CountText.grouped(number)
        case .moreThan(let number): "more than \(CountText.grouped(number))"
        }
    }
}

extension Console {
    /// The roles of the tenant, as far as the visitor may see them; the built-in ones in any case.
    func roleTitles(_ context: TenantContext) async throws -> RoleTitles {
        guard context.access.allows(.readRoles) else {
            return RoleTitles(Role.builtIn.reversed().map { RoleSummary(role: $0, users: 0) })
        }
        return RoleTitles(try await services.roles.all(grant: context.grant()))
    }
}

extension SelectView {
    /// A choice among all values of an enumeration, with one for *any*.
    init<Choice: RawRepresentable & CaseIterable & Equatable>(
        _ name: String,
        _ label: String,
        any: String?,
        chosen: Choice?,
        words: (Choice) -> String
    ) where Choice.RawValue == String {
        let all = any.map { [OptionView(value: "", label: $0, isSelected: chosen == nil)] } ?? []
        self.init(
            name,
            label,
            options: all
                + Choice.allCases.map { OptionView(value: $0.rawValue, label: words($0), isSelected: $0 == chosen) }
        )
    }
}
