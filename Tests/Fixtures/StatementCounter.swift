import Database
import Foundation
import Synchronization

/// A database that counts what is asked of it, and the rows that it answers with: two requests that do the same work
/// cannot be distinguished by their time.
public final class StatementCounter: Database {
    /// One transaction.
    public struct Work: Sendable, Hashable, CustomStringConvertible {
        public let isWrite: Bool
        public internal(set) var reads = 0
        var writes = 0
        /// The number of rows that were read.
        var rows = 0

        public var description: String { "\(isWrite ? "write" : "read") \(reads)+\(writes), \(rows) rows" }
    }

    private let base: any Database
    private let done = Mutex<[Work]>([])

    public init(_ base: any Database) { self.base = base }

    public var engine: DatabaseEngine { base.engine }
    public var changes: ChangeFeed { base.changes }

    /// What was done since this was asked last, one transaction after the other.
    public func take() -> [Work] {
        done.withLock { done in
            defer { done = [] }
            return done
        }
    }

    public func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await base.read(scope) { transaction in
            let counted = CountedReading(transaction)
            defer { self.record(counted.work) }
            return try body(counted)
        }
    }

    public func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await base.readList(scope) { transaction in
            let counted = CountedReading(transaction)
            defer { self.record(counted.work) }
            return try body(counted)
        }
    }

    public func write<Result: Sendable>(
        _ scope: Scope,
        order: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await base.write(scope, order: order) { transaction in
            let counted = CountedWriting(transaction)
            defer { self.record(counted.work) }
            return try body(counted)
        }
    }

    public func alone(_ name: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool {
        try await base.alone(name, job)
    }

    public func close() async throws { try await base.close() }

    private func record(_ work: Work) {
        done.withLock { $0.append(work) }
    }
}

private final class CountedReading: ReadTransaction {
    let base: any ReadTransaction
    var work = StatementCounter.Work(isWrite: false)

    init(_ base: any ReadTransaction) { self.base = base }

    func rows(_ statement: SQL) throws -> [Row] {
        work.reads += 1
        let rows = try base.rows(statement)
        work.rows += rows.count
        return rows
    }

    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws {
        work.reads += 1
        try base.forEach(statement) { row in
            work.rows += 1
            try body(row)
        }
    }

    func forEachSum(of rows: SQL, _ body: (Int64, Int64, Int64) throws -> Void) throws {
        work.reads += 1
        try base.forEachSum(of: rows) { first, second, n in
            work.rows += 1
            try body(first, second, n)
        }
    }
}

private final class CountedWriting: WriteTransaction {
    let base: any WriteTransaction
    var work = StatementCounter.Work(isWrite: true)

    init(_ base: any WriteTransaction) { self.base = base }

    func rows(_ statement: SQL) throws -> [Row] {
        work.reads += 1
        let rows = try base.rows(statement)
        work.rows += rows.count
        return rows
    }

    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws {
        work.reads += 1
        try base.forEach(statement) { row in
            work.rows += 1
            try body(row)
        }
    }

    func forEachSum(of rows: SQL, _ body: (Int64, Int64, Int64) throws -> Void) throws {
        work.reads += 1
        try base.forEachSum(of: rows) { first, second, n in
            work.rows += 1
            try body(first, second, n)
        }
    }

    func execute(_ statement: SQL) throws -> Int {
        work.writes += 1
        return try base.execute(statement)
    }

    func announce(_ change: Change) throws { try base.announce(change) }

    func hold(_ tenant: UUID) throws { try base.hold(tenant) }

    func insertNew(into table: StaticString, columns: [StaticString], rows: [[SQLValue]]) throws -> [Bool] {
        work.writes += 1
        return try base.insertNew(into: table, columns: columns, rows: rows)
    }

    func add(to table: StaticString, key: [StaticString], number: StaticString, rows: [[SQLValue]]) throws {
        work.writes += 1
        try base.add(to: table, key: key, number: number, rows: rows)
    }

    func addCounting(
        to table: StaticString,
        key: [StaticString],
        number: StaticString,
        rows: [[SQLValue]]
    ) throws -> [Bool] {
        work.writes += 1
        return try base.addCounting(to: table, key: key, number: number, rows: rows)
    }
}
