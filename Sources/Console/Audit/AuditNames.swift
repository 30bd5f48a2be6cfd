import ConsoleKit
import Domain
import UseCases

/// The names of the users and the operators in some entries, as far as the principal may see them.
struct AuditNames: Sendable {
    fileprivate let names: [User.ID: String]
    /// Operators see each other; a tenant's own members see no names of operators.
    fileprivate let operators: [Operator.ID: Operator]
    fileprivate let sessions: [Session.ID: Session]

    /// Nil for a user who was deleted, or may not be seen.
    subscript(id: User.ID) -> String? { names[id] }

    /// Nil for an operator who was removed, or may not be seen.
    subscript(id: Operator.ID) -> Operator? { operators[id] }

    /// Nil for a session that was deleted, or may not be seen.
    subscript(id: Session.ID) -> Session? { sessions[id] }
}

extension Console {
    func auditNames(of entries: [AuditEntry], _ access: Access, _ texts: Texts) async throws -> AuditNames {
        let sessions = access.allows(.readSessions) ? try await sessions(of: entries, access.grant()) : [:]
        let users = entries.flatMap(\.users) + sessions.values.map(\.user)
        return AuditNames(
            names: access.allows(.readUsers)
                ? try await services.users.users(Set(users), grant: access.grant()).mapValues { $0.title(texts) } : [:],
            operators: access.allows(.manageTenants)
                ? try await services.audit.operators(
                    Set(entries.compactMap(\.operatorID)),
                    grant: access.installationGrant()
                ) : [:],
            sessions: sessions
        )
    }

    /// The sessions that the entries are about: those of one page.
    private func sessions(
        of entries: [AuditEntry],
        _ grant: Grant<ReadSessions>
    ) async throws(DomainError) -> [Session.ID: Session] {
        let ids = Set(entries.compactMap(\.session))
        guard !ids.isEmpty else { return [:] }
        let request = PageRequest(limit: PageRequest.limits.upperBound)
        let found = try await services.sessions.page(SessionFilter(ids: Array(ids)), request, grant: grant).items
        return Dictionary(found.map { ($0.session.id, $0.session) }) { first, _ in first }
    }
}

extension AuditEntry {
    fileprivate var users: [User.ID] {
        var users: [User.ID] = []
        if case .user(let id) = actor { users.append(id) }
        if target?.subject == .user, let id = target.flatMap({ User.ID($0.id) }) { users.append(id) }
        return users
    }

    fileprivate var session: Session.ID? {
        target?.subject == .session ? target.flatMap { Session.ID($0.id) } : nil
    }

    fileprivate var operatorID: Operator.ID? {
        if case .operator(let id) = actor { id } else { nil }
    }
}
