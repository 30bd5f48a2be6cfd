import Domain
import UseCases

/// The names of the people and the operators whom some entries speak of, as far as the visitor may see them.
struct AuditNames: Sendable {
    private var names: [User.ID: String] = [:]
    private var operators: [Operator.ID: Operator] = [:]
    /// Operators see each other; for a tenant's own people every operator is one.
    let showsOperators: Bool

    init(_ entries: [AuditEntry], _ services: Services, _ context: TenantContext) async throws {
        showsOperators = context.visitor.isOperator
        if showsOperators {
            operators = try await services.audit.operators(
                Set(entries.compactMap(Self.operatorID)),
                grant: context.access.principal.installationGrant()
            )
        }
        guard context.access.allows(.readUsers) else { return }
        let grant = try context.grant(ReadUsers.self)
        names = try await services.users.users(Set(entries.flatMap(Self.people)), grant: grant).mapValues(\.title)
    }

    /// Nil for who is gone, or may not be seen.
    subscript(id: User.ID) -> String? { names[id] }

    /// Nil for who is gone, or may not be seen.
    subscript(id: Operator.ID) -> Operator? { operators[id] }

    private static func people(of entry: AuditEntry) -> [User.ID] {
        var people: [User.ID] = []
        if case .user(let id) = entry.actor { people.append(id) }
        if entry.target?.subject == .user, let id = entry.target.flatMap({ User.ID($0.id) }) { people.append(id) }
        return people
    }

    private static func operatorID(of entry: AuditEntry) -> Operator.ID? {
        if case .operator(let id) = entry.actor { id } else { nil }
    }
}

/// Who did it, in a cell: a name, and below it what tells them from others.
struct AuditActor: Sendable, Hashable {
    let label: String
    let detail: String?
    let href: String?
    /// The label is someone's name, and not what they are.
    private let isNamed: Bool

    init(_ kind: Principal.Kind, _ names: AuditNames, _ context: TenantContext) {
        let slug = context.tenant.slug
        switch kind {
        case .user(let id):
            if let name = names[id] {
                self.init(name, href: ConsolePaths.user(id, slug))
            } else {
                self.init(unnamed: "A user", id: ShortID.of(id))
            }
        case .operator(let id):
            if let person = names[id] {
                self.init(
                    VisibleText.escaped(person.name),
                    "operator, \(VisibleText.escaped(person.email.description))"
                )
            } else {
                self.init(unnamed: "An operator", id: ShortID.of(id))
            }
        case .key(let id):
            self.init(
                unnamed: "A secret key",
                id: ShortID.of(id),
                href: context.access.allows(.readKeys) ? ConsolePaths.keys(slug) : nil
            )
        case .system: self.init("Gatehouse")
        }
    }

    private init(_ name: String, _ detail: String? = nil, href: String? = nil) {
        label = name
        self.detail = detail
        self.href = href
        isNamed = true
    }

    private init(unnamed label: String, id: String, href: String? = nil) {
        self.label = label
        detail = id
        self.href = href
        isNamed = false
    }

    /// `by an operator (0193a5c2…9f3e21)`
    var phrase: String {
        let name = isNamed ? label : label.prefix(1).lowercased() + label.dropFirst()
        return "by \(name)" + (detail.map { " (\($0))" } ?? "")
    }
}
