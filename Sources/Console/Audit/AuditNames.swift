import ConsoleKit
import Domain
import UseCases
import WebCore

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
