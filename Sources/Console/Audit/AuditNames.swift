import Domain
import UseCases

/// The names of the users and the operators in some entries, as far as the principal may see them.
struct AuditNames: Sendable {
    private var names: [User.ID: String] = [:]
    /// Operators see each other; a tenant's own members see no names of operators.
    private var operators: [Operator.ID: Operator] = [:]

    init(_ entries: [AuditEntry], _ services: Services, _ access: Access, _ texts: Texts) async throws {
        if access.allows(.manageTenants) {
            operators = try await services.audit.operators(
                Set(entries.compactMap(Self.operatorID)),
                grant: access.installationGrant()
            )
        }
        guard access.allows(.readUsers) else { return }
        let grant = try access.grant(ReadUsers.self)
        names = try await services.users.users(Set(entries.flatMap(Self.users)), grant: grant).mapValues {
            $0.title(texts)
        }
    }

    /// Nil for a user who was deleted, or may not be seen.
    subscript(id: User.ID) -> String? { names[id] }

    /// Nil for an operator who was removed, or may not be seen.
    subscript(id: Operator.ID) -> Operator? { operators[id] }

    private static func users(of entry: AuditEntry) -> [User.ID] {
        var users: [User.ID] = []
        if case .user(let id) = entry.actor { users.append(id) }
        if entry.target?.subject == .user, let id = entry.target.flatMap({ User.ID($0.id) }) { users.append(id) }
        return users
    }

    private static func operatorID(of entry: AuditEntry) -> Operator.ID? {
        if case .operator(let id) = entry.actor { id } else { nil }
    }
}
