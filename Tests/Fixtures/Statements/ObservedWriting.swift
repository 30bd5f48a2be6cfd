import Database
import Foundation

/// A transaction that writes, whose statements observers see.
final class ObservedWriting: WriteTransaction {
    private let base: any WriteTransaction
    private let observation: StatementObservation
    /// The error of the first statement that broke a rule.
    private(set) var violation: (any Error)?

    init(_ base: any WriteTransaction, _ observation: StatementObservation) {
        self.base = base
        self.observation = observation
    }

    func rows(_ statement: SQL) throws -> [Row] {
        try check(statement)
        return try base.rows(statement)
    }

    func rows(of statements: [SQL]) throws -> [[Row]] {
        for statement in statements { try check(statement) }
        return try base.rows(of: statements)
    }

    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws {
        try check(statement)
        try base.forEach(statement, body)
    }

    func forEachSum(of rows: SQL, _ body: (Int64, Int64, Int64) throws -> Void) throws {
        try check(rows)
        try base.forEachSum(of: rows, body)
    }

    func execute(_ statement: SQL) throws -> Int {
        try check(statement)
        return try base.execute(statement)
    }

    func executeLater(_ statement: SQL) throws {
        try check(statement)
        try base.executeLater(statement)
    }

    func announce(_ change: Change) throws { try base.announce(change) }

    func hold(_ tenant: UUID) throws { try base.hold(tenant) }

    func insertNew(into table: StaticString, columns: [StaticString], rows: [[SQLValue]]) throws -> [Bool] {
        try recording { try observation.check(inserting: rows, into: table, columns: columns) }
        return try base.insertNew(into: table, columns: columns, rows: rows)
    }

    func add(to table: StaticString, key: [StaticString], number: StaticString, rows: [[SQLValue]]) throws {
        try recording { try observation.check(inserting: rows, into: table, columns: key + [number]) }
        try base.add(to: table, key: key, number: number, rows: rows)
    }

    func addCounting(
        to table: StaticString,
        key: [StaticString],
        number: StaticString,
        rows: [[SQLValue]]
    ) throws -> [Bool] {
        try recording { try observation.check(inserting: rows, into: table, columns: key + [number]) }
        return try base.addCounting(to: table, key: key, number: number, rows: rows)
    }

    private func check(_ statement: SQL) throws {
        try recording { try observation.check(statement, in: base) }
    }

    private func recording(_ work: () throws -> Void) throws {
        do { try work() } catch {
            violation = violation ?? error
            throw error
        }
    }
}
