import ConsoleKit
import Domain
import UseCases
import WebCore

/// The titles of a tenant's roles, by name.
struct RoleTitles: Sendable {
    private let titles: [Role.Name: String]
    /// Lowest rank first: most people have one of the first.
    let options: [(name: Role.Name, title: String)]

    init(_ roles: [RoleSummary]) {
        options = roles.reversed().map { ($0.role.name, VisibleText.escaped($0.role.title)) }
        titles = Dictionary(options.map { ($0.name, $0.title) }, uniquingKeysWith: { first, _ in first })
    }

    subscript(name: Role.Name) -> String { titles[name] ?? name.description }

    func select(
        _ chosen: Role.Name?,
        any: String? = nil,
        label: String = "Role",
        hint: String? = nil,
        error: String? = nil
    ) -> SelectView {
        let all = any.map { [OptionView(value: "", label: $0, isSelected: chosen == nil)] } ?? []
        return SelectView(
            "role",
            label,
            options: all
                + options.map { OptionView(value: $0.name.description, label: $0.title, isSelected: $0.name == chosen) },
            hint: hint,
            error: error
        )
    }
}
