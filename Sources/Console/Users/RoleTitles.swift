import ConsoleKit
import Domain
import UseCases

/// The titles of a tenant's roles, by name.
struct RoleTitles: Sendable {
    private let titles: [Role.Name: String]
    private let texts: Texts
    /// Lowest rank first: most users have one of the first.
    let options: [(name: Role.Name, title: String)]

    init(_ roles: [RoleSummary], _ texts: Texts) {
        self.texts = texts
        options = roles.reversed().map { ($0.role.name, $0.role.title(texts)) }
        titles = Dictionary(options.map { ($0.name, $0.title) }, uniquingKeysWith: { first, _ in first })
    }

    static func builtIn(_ texts: Texts) -> RoleTitles {
        RoleTitles(Role.builtIn.reversed().map { RoleSummary(role: $0, users: 0) }, texts)
    }

    subscript(name: Role.Name) -> String { titles[name] ?? name.description }

    /// The choice of one role.
    func select(_ chosen: Role.Name?, hint: String? = nil, error: String? = nil) -> SelectView {
        SelectView("role", texts("users.role"), options: choices(chosen), hint: hint, error: error)
    }

    /// The filter by a role.
    func filter(_ chosen: Role.Name?) -> SelectView {
        let any = OptionView(value: "", label: texts("users.any-role"), isSelected: chosen == nil)
        return SelectView("role", texts("users.role"), options: [any] + choices(chosen))
    }

    private func choices(_ chosen: Role.Name?) -> [OptionView] {
        options.map { OptionView(value: $0.name.description, label: $0.title, isSelected: $0.name == chosen) }
    }
}

extension Console {
    /// The roles of the tenant; for users who may not read roles, the built-in ones.
    func roleTitles(_ page: TenantPage) async throws -> RoleTitles {
        guard page.access.allows(.readRoles) else { return .builtIn(page.texts) }
        return RoleTitles(try await services.roles.all(grant: page.access.grant()), page.texts)
    }
}
