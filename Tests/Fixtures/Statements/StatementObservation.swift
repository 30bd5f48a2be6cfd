import Database

/// Shows the statements of one transaction to the observers.
struct StatementObservation: Sendable {
    let scope: Scope
    let engine: DatabaseEngine
    let observers: [any StatementObserver]

    /// - Returns: whether an observer needs the plan.
    func check(_ statement: SQL) throws -> (statement: ObservedStatement, needsPlan: Bool) {
        let observed = ObservedStatement(statement, scope)
        for observer in observers { try observer.check(observed) }
        return (observed, observed.hasPlan && observers.contains { $0.needsPlan(of: observed) })
    }

    func check(_ statement: SQL, in transaction: any ReadTransaction) throws {
        let (observed, needsPlan) = try check(statement)
        if needsPlan { try explain(statement, observed, in: transaction) }
    }

    func check(inserting rows: [[SQLValue]], into table: StaticString, columns: [StaticString]) throws {
        let observed = ObservedStatement(inserting: rows, into: "\(table)", columns: columns.map { "\($0)" }, scope)
        for observer in observers { try observer.check(observed) }
    }

    func explain(_ statement: SQL, in transaction: any ReadTransaction) throws {
        try explain(statement, ObservedStatement(statement, scope), in: transaction)
    }

    private func explain(
        _ statement: SQL,
        _ observed: ObservedStatement,
        in transaction: any ReadTransaction
    ) throws {
        let plan = try plan(of: statement, in: transaction)
        for observer in observers where observer.needsPlan(of: observed) { try observer.check(observed, plan: plan) }
    }

    /// On PostgreSQL the tables of a test are nearly empty, so that walking them would be the cheapest plan: it is
    /// forbidden, and remains only where no index serves the statement.
    private func plan(of statement: SQL, in transaction: any ReadTransaction) throws -> [String] {
        switch engine {
        case .sqlite:
            // `id`, and `parent`, the line above; a parent comes before its lines.
            var levels: [Int64: Int] = [:]
            return try transaction.rows("EXPLAIN QUERY PLAN \(sql: statement)").map { row in
                let level = levels[try row.get("parent"), default: -1] + 1
                levels[try row.get("id")] = level
                return String(repeating: "  ", count: level) + (try row.get("detail") as String)
            }
        case .postgres:
            _ = try transaction.rows("SELECT set_config('enable_seqscan', 'off', true) AS setting")
            let plan: [String] = try transaction.rows("EXPLAIN (COSTS OFF) \(sql: statement)").map {
                try $0.get("QUERY PLAN")
            }
            _ = try transaction.rows("SELECT set_config('enable_seqscan', 'on', true) AS setting")
            return plan
        }
    }
}
