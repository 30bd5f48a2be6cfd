import ConsoleKit
import Domain
import UseCases

/// The names of the users and the operators in some entries, as far as the principal may see them.
struct AuditNames: Sendable {
    fileprivate let names: [User.ID: String]
    /// Operators see each other; a tenant's own members see no names of operators.
    fileprivate let operators: [Operator.ID: Operator]

    /// Nil for a user who was deleted, or may not be seen.
    subscript(id: User.ID) -> String? { names[id] }

    /// Nil for an operator who was removed, or may not be seen.
    subscript(id: Operator.ID) -> Operator? { operators[id] }
}

extension Console {
    func auditNames(of entries: [AuditEntry], _ access: Access, _ texts: Texts) async throws -> AuditNames {
        AuditNames(
            names: access.allows(.readUsers)
                ? try await services.users.users(Set(entries.flatMap(\.users)), grant: access.grant())
                    .mapValues { $0.title(texts) } : [:],
            operators: access.allows(.manageTenants)
                ? try await services.audit.operators(
                    Set(entries.compactMap(\.operatorID)),
                    grant: access.installationGrant()
                ) : [:]
        )
    }
}

extension AuditEntry {
    fileprivate var users: [User.ID] {
        var users: [User.ID] = []
        if case .user(let id) = actor { users.append(id) }
        if target?.subject == .user, let id = target.flatMap({ User.ID($0.id) }) { users.append(id) }
        return users
    }

    fileprivate var operatorID: Operator.ID? {
        if case .operator(let id) = actor { id } else { nil }
    }
}
