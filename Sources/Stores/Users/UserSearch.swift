import Database
import Domain
import Foundation
import UseCases

/// Turns a query into the conditions of a statement on `users u`.
///
/// A rare word is looked up first and the users are fetched by id; a common one is checked while the list is read in
/// its order. Either way the cost of a page depends on its size, not on the number of users stored.
struct UserSearch {
    /// The number of users above which a word is common.
    static let rare = 1000

    let query: UserQuery
    let tenant: Tenant.ID

    func conditions(_ transaction: any ReadTransaction) throws -> [SQL] {
        var conditions: [SQL] = ["u.tenant_id = \(tenant)", "u.deleted_at IS NULL"]
        if let role = query.role { conditions.append("u.role = \(role)") }
        if let state = query.state { conditions.append("u.state = \(state)") }
        if query.role != nil || query.state != nil, let few = try fewByRole(transaction) { conditions.append(few) }
        if let provider = query.provider { conditions.append(try hasIdentity(provider, transaction)) }
        switch query.sort {
        case .created, .name: break
        case .email: conditions.append("u.email IS NOT NULL")
        case .lastSeen: conditions.append("u.last_seen_at IS NOT NULL")
        }
        if let search = query.search, !search.allSatisfy(\.isWhitespace) {
            conditions.append(try found(search, transaction))
        }
        return conditions
    }

    /// Returns the users of a rare role or state, so that all others need not be scanned; nil when the role or state is
    /// common.
    private func fewByRole(_ transaction: any ReadTransaction) throws -> SQL? {
        let wanted: [SQL] = [
            query.role.map { "role = \($0)" } ?? "TRUE", query.state.map { "state = \($0)" } ?? "TRUE",
        ]
        let counts = try transaction.rows(
            "SELECT role, state, n FROM user_counts WHERE tenant_id = \(tenant) AND n > 0 AND \(sql: .all(wanted)) ORDER BY role, state"
        )
        let total = try counts.reduce(0) { $0 + (try $1.get("n", as: Int.self)) }
        guard total <= Self.rare else { return nil }
        let kinds: [SQL] = try counts.map { row in
            let (role, state): (Role.Name, User.State) = (try row.get("role"), try row.get("state"))
            return "SELECT f.id FROM users f WHERE f.tenant_id = \(tenant) AND f.role = \(role) AND f.state = \(state)"
        }
        return kinds.isEmpty ? "FALSE" : "u.id IN (\(sql: .union(kinds)))"
    }

    /// A rare provider is looked up, a common one checked for each user in the list.
    private func hasIdentity(_ provider: Identity.Provider, _ transaction: any ReadTransaction) throws -> SQL {
        let count: Int =
            try transaction.value(
                """
                SELECT count(*) AS n FROM (
                    SELECT 1 FROM identities WHERE tenant_id = \(tenant) AND provider = \(provider) LIMIT \(Self.rare + 1)) AS found
                """
            ) ?? 0
        if count <= Self.rare {
            return "u.id IN (SELECT user_id FROM identities WHERE tenant_id = \(tenant) AND provider = \(provider))"
        }
        return """
            EXISTS (SELECT 1 FROM identities i WHERE i.tenant_id = \(tenant) AND i.user_id = u.id AND i.provider = \(provider)
                LIMIT 1 OFFSET 0)
            """
    }

    private func found(_ search: String, _ transaction: any ReadTransaction) throws -> SQL {
        let byWord = try foundByWords(SearchTerms.search(search), transaction)
        guard let range = Self.idRange(search) else { return byWord }
        return .any([byWord, "u.id >= \(range.lower) AND u.id <= \(range.upper)"])
    }

    private func foundByWords(_ words: [String], _ transaction: any ReadTransaction) throws -> SQL {
        var rarest: (word: String, count: Int)?
        for word in words {
            let count: Int =
                try transaction.value(
                    """
                    SELECT count(*) AS n FROM (
                        SELECT 1 FROM user_terms WHERE tenant_id = \(tenant) AND term >= \(word) AND term < \(Self.end(word))
                        LIMIT \(Self.rare + 1)) AS found
                    """
                ) ?? 0
            if count < rarest?.count ?? .max { rarest = (word, count) }
        }
        guard let rarest else { return "TRUE" }
        var conditions = words.filter { $0 != rarest.word || rarest.count > Self.rare }.map(hasWord)
        if rarest.count <= Self.rare {
            conditions.append(
                """
                u.id IN (SELECT user_id FROM user_terms
                    WHERE tenant_id = \(tenant) AND term >= \(rarest.word) AND term < \(Self.end(rarest.word)))
                """
            )
        }
        return .all(conditions)
    }

    /// Evaluated for each user in turn: the limit keeps PostgreSQL from joining all users with all words first.
    private func hasWord(_ word: String) -> SQL {
        """
        EXISTS (SELECT 1 FROM user_terms w
            WHERE w.tenant_id = \(tenant) AND w.user_id = u.id AND w.term >= \(word) AND w.term < \(Self.end(word)) LIMIT 1 OFFSET 0)
        """
    }

    /// Returns an upper bound of every text that begins with `word`.
    private static func end(_ word: String) -> String { word + "\u{10FFFF}" }

    /// Returns the ids that begin with these hexadecimal digits; nil for a text that is no beginning of an id.
    private static func idRange(_ search: String) -> (lower: User.ID, upper: User.ID)? {
        // The limit allows a UUID with hyphens and surrounding spaces.
        guard search.utf8.count <= 64 else { return nil }
        let digits = search.trimmingCharacters(in: .whitespaces).replacing("-", with: "")
        guard (4...32).contains(digits.utf8.count),
            let lower = Hexadecimal.decode(digits + String(repeating: "0", count: 32 - digits.utf8.count)),
            let upper = Hexadecimal.decode(digits + String(repeating: "f", count: 32 - digits.utf8.count))
        else { return nil }
        return (User.ID(.init(bytes: lower)), User.ID(.init(bytes: upper)))
    }
}

extension UserQuery.Sort {
    var keyset: Keyset {
        switch self {
        case .created:
            Keyset(
                after: { "u.id < \(try $0.identifier(User.ID.self))" },
                before: { "u.id > \(try $0.identifier(User.ID.self))" },
                order: "u.id DESC",
                reversed: "u.id ASC"
            )
        case .name:
            Keyset(
                after: { "(u.name_key, u.id) > (\($0.key), \(try $0.identifier(User.ID.self)))" },
                before: { "(u.name_key, u.id) < (\($0.key), \(try $0.identifier(User.ID.self)))" },
                order: "u.name_key ASC, u.id ASC",
                reversed: "u.name_key DESC, u.id DESC"
            )
        case .email:
            Keyset(
                after: { "u.email > \($0.key)" },
                before: { "u.email < \($0.key)" },
                order: "u.email ASC",
                reversed: "u.email DESC"
            )
        case .lastSeen:
            Keyset(
                after: { "(u.last_seen_at, u.id) < (\(try $0.number()), \(try $0.identifier(User.ID.self)))" },
                before: { "(u.last_seen_at, u.id) > (\(try $0.number()), \(try $0.identifier(User.ID.self)))" },
                order: "u.last_seen_at DESC, u.id DESC",
                reversed: "u.last_seen_at ASC, u.id ASC"
            )
        }
    }

    func key(_ user: User) -> (key: String, id: [UInt8]) {
        switch self {
        case .created: ("", user.id.uuid.bytes)
        case .name: (String(SearchTerms.fold(user.name ?? "").prefix(SearchTerms.maximumLength)), user.id.uuid.bytes)
        case .email: (user.email?.description ?? "", [])
        case .lastSeen: (String(user.lastSeenAt?.milliseconds ?? 0), user.id.uuid.bytes)
        }
    }
}
