import Database

/// A transaction whose statements observers see.
final class ObservedReading: ReadTransaction {
    private let base: any ReadTransaction
    private let observation: StatementObservation

    init(_ base: any ReadTransaction, _ observation: StatementObservation) {
        self.base = base
        self.observation = observation
    }

    func rows(_ statement: SQL) throws -> [Row] {
        try observation.check(statement, in: base)
        return try base.rows(statement)
    }

    func rows(of statements: [SQL]) throws -> [[Row]] {
        for statement in statements { try observation.check(statement, in: base) }
        return try base.rows(of: statements)
    }

    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws {
        try observation.check(statement, in: base)
        try base.forEach(statement, body)
    }

    func forEachSum(of rows: SQL, _ body: (Int64, Int64, Int64) throws -> Void) throws {
        try observation.check(rows, in: base)
        try base.forEachSum(of: rows, body)
    }
}
