import Database
import Domain

/// The events of one user of a tenant.
private struct PersonalEvents: Sendable {
    let users: [String]
    let tenant: Int
    let limit: Int

    /// Returns the numbers that events have for the user.
    func numbers(_ transaction: any ReadTransaction) throws -> [Int] {
        try transaction.rows(
            "SELECT id FROM subjects WHERE tenant_id = \(tenant) AND value IN \(list: users.map { EventSubject.bytes($0) })"
        ).map { try $0.get("id") }
    }

    /// Returns the rows to delete next. The ones that name the user are the last, because the others are found by them.
    func next(_ transaction: any ReadTransaction) throws -> [Row] {
        let numbers = try numbers(transaction)
        guard !numbers.isEmpty else { return [] }
        let own = try rows("e.user_id IN \(list: numbers)", transaction)
        // A client can name any session and attempt; what the server recorded is true. Its attempt is still the client's,
        // and anyone can try to be the user.
        let recorded = try own.filter { try $0.get("source", as: EventSource.self) == .server }
        let succeeded = try recorded.filter { try $0.get("outcome", as: Outcome.self) == .success }
        for (link, linking) in [("session_id", recorded), ("attempt_id", succeeded)] as [(StaticString, [Row])] {
            let values = Set(try linking.compactMap { try $0.find(link.description, as: Int.self) }).sorted()
            guard !values.isEmpty else { continue }
            let column = SQL(stringLiteral: link)
            let linked = try rows("e.\(sql: column) IN \(list: values) AND e.user_id IS NULL", transaction)
            if !linked.isEmpty { return linked }
        }
        return own
    }

    private func rows(_ condition: SQL, _ transaction: any ReadTransaction) throws -> [Row] {
        try transaction.rows(
            """
            SELECT \(sql: EventRemoval.columns) FROM events e
            CROSS JOIN shapes s WHERE s.tenant_id = e.tenant_id AND s.id = e.shape_id
                AND e.tenant_id = \(tenant) AND \(sql: condition) LIMIT \(limit)
            """
        )
    }
}

extension Events {
    func namesUser(_ users: [String], in tenant: Tenant.ID) async throws(DomainError) -> Bool {
        guard let number = try await number(of: tenant) else { return false }
        return try await access.read(tenant) { transaction in
            try !PersonalEvents(users: users, tenant: number, limit: 1).numbers(transaction).isEmpty
        }
    }

    func erase(_ users: [String], in tenant: Tenant.ID, limit: Int) async throws(DomainError) -> Int {
        guard let number = try await number(of: tenant) else { return 0 }
        let personal = PersonalEvents(users: users, tenant: number, limit: limit)
        // Found before the writers of events have to wait. What another step deletes meanwhile is not deleted twice.
        let (rows, users) = try await access.read(tenant) { (try personal.next($0), try Set(personal.numbers($0))) }
        guard !rows.isEmpty else { return 0 }
        try await access.writeAcross(Self.deliveries) { [now, cost = access.rowCost] transaction in
            try EventRemoval(tenant: number, now: now(), cost: cost).delete(rows, of: users, transaction)
        }
        return rows.count
    }
}
