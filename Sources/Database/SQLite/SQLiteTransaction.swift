import Foundation
import GRDB
import GRDBSQLite

/// One transaction on one connection; lives while its body runs.
///
/// Statements are prepared by GRDB and run through SQLite's C interface: bulk inserts need it, and GRDB's own text
/// values end at a NUL.
final class SQLiteTransaction: WriteTransaction {
    private let connection: GRDB.Database
    private let statements: StatementCatalogue
    private var hasFailed = false
    /// The statements that were prepared last: to find one by its text takes as long as a short one runs.
    private var recent: [(statement: SQL, prepared: PreparedStatement)] = []
    private static let recentCount = 8
    /// A longer one is compared no faster than it is found.
    private static let maximumPieces = 40
    /// The changes to report after the commit.
    private(set) var announced: [Change] = []

    init(_ connection: GRDB.Database, statements: StatementCatalogue) {
        self.connection = connection
        self.statements = statements
    }

    func rows(_ statement: SQL) throws -> [Row] {
        var rows: [Row] = []
        try forEach(statement) { rows.append($0) }
        return rows
    }

    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws {
        let prepared = try noting { try prepare(statement) }
        defer { prepared.reset() }
        try noting { try prepared.bind(statement.values) }
        guard try noting({ try prepared.step() }) else { return }
        let columns = prepared.columns
        repeat { try body(prepared.row(columns)) } while try noting({ try prepared.step() })
    }

    func forEachSum(of rows: SQL, _ body: (Int64, Int64, Int64) throws -> Void) throws {
        let prepared = try noting { try prepare(rows) }
        defer { prepared.reset() }
        try noting { try prepared.bind(rows.values) }
        guard prepared.columns.names.count == 3 else {
            throw DatabaseError(.statement, "a sum has two keys and a number")
        }
        while try noting({ try prepared.step() }) { try body(prepared[0], prepared[1], prepared[2]) }
    }

    func execute(_ statement: SQL) throws -> Int {
        let prepared = try noting { try prepare(statement) }
        defer { prepared.reset() }
        let before = connection.totalChangesCount
        try noting {
            try prepared.bind(statement.values)
            while try prepared.step() {}
        }
        // `changesCount` is that of the last statement which changes rows: a `CREATE TABLE` leaves it unchanged.
        return connection.totalChangesCount == before ? 0 : connection.changesCount
    }

    func announce(_ change: Change) { announced.append(change) }

    /// There is only one writer.
    func hold(_: UUID) {}

    func insertNew(into table: StaticString, columns: [StaticString], rows: [[SQLValue]]) throws -> [Bool] {
        let target = InsertTarget(table: table, columns: columns, onConflict: "DO NOTHING")
        var isNew: [Bool] = []
        isNew.reserveCapacity(rows.count)
        try noting { try insert(rows, into: target) { isNew.append(connection.changesCount == 1) } }
        return isNew
    }

    func add(to table: StaticString, key: [StaticString], number: StaticString, rows: [[SQLValue]]) throws {
        try noting { try insert(rows, into: Self.sum(table, key: key, number: number)) {} }
    }

    func addCounting(
        to table: StaticString,
        key: [StaticString],
        number: StaticString,
        rows: [[SQLValue]]
    ) throws -> [Bool] {
        guard !rows.isEmpty else { return [] }
        // Most rows are there. `RETURNING` would keep each of them in a table of its own, which takes twice the time.
        return try noting {
            let target = InsertTarget(table: table, columns: key + [number], onConflict: nil)
            // `+` keeps SQLite from compiling the statement again for each value, to see whether a partial index fits it.
            let condition = key.enumerated().map { "\($1) = +?\($0 + 1)" }.joined(separator: " AND ")
            let update = try prepare("UPDATE \(table) SET \(number) = \(number) + ?\(key.count + 1) WHERE \(condition)")
            defer { update.reset() }
            let insert = try prepare(target.text)
            defer { insert.reset() }
            return try rows.map { values in
                try target.check(values)
                try run(update, values)
                guard connection.changesCount == 0 else { return false }
                try run(insert, values)
                return true
            }
        }
    }

    private func run(_ prepared: PreparedStatement, _ values: [SQLValue]) throws {
        try prepared.bind(values)
        while try prepared.step() {}
        prepared.rewind()
    }

    private static func sum(_ table: StaticString, key: [StaticString], number: StaticString) -> InsertTarget {
        let names = key.map { "\($0)" }.joined(separator: ", ")
        return InsertTarget(
            table: table,
            columns: key + [number],
            onConflict: "(\(names)) DO UPDATE SET \(number) = \(table).\(number) + excluded.\(number)"
        )
    }

    /// Called before the commit.
    /// - Throws: when a statement had failed and the body continued. PostgreSQL cannot commit such a transaction, so no
    ///   engine does.
    func checkWhole() throws {
        guard !hasFailed else {
            throw DatabaseError(.statement, "a statement failed, so nothing of the transaction can be kept")
        }
    }

    private func noting<Result>(_ work: () throws -> Result) throws -> Result {
        do { return try work() } catch {
            hasFailed = true
            throw error
        }
    }

    private func insert(_ rows: [[SQLValue]], into target: InsertTarget, eachDone: () -> Void) throws {
        guard !rows.isEmpty else { return }
        let prepared = try prepare(target.text)
        defer { prepared.reset() }
        for values in rows {
            try target.check(values)
            try run(prepared, values)
            eachDone()
        }
    }

    /// The table and columns that rows are inserted into.
    private struct InsertTarget {
        let table: StaticString
        let columns: [StaticString]
        /// nil for rows that are known to be new.
        let onConflict: String?

        var text: String {
            let names = columns.map { "\($0)" }.joined(separator: ", ")
            let places = columns.map { _ in "?" }.joined(separator: ", ")
            let conflicts = onConflict.map { " ON CONFLICT \($0)" } ?? ""
            return "INSERT INTO \(table) (\(names)) VALUES (\(places))\(conflicts)"
        }

        func check(_ values: [SQLValue]) throws {
            guard values.count == columns.count else {
                throw DatabaseError(.statement, "\(values.count) values for \(columns.count) columns of \(table)")
            }
        }
    }

    private func prepare(_ statement: SQL) throws -> PreparedStatement {
        try checkInside()
        if let known = recent.first(where: { $0.statement.hasSameLiterals(as: statement) }), !known.prepared.isBusy {
            return known.prepared
        }
        let prepared = try prepare(statement.text { _ in "?" })
        guard prepared.isCached, statement.pieces.count <= Self.maximumPieces else { return prepared }
        if recent.count == Self.recentCount { recent.removeFirst() }
        recent.append((statement, prepared))
        return prepared
    }

    /// - Throws: when SQLite itself has rolled the transaction back, as it does when interrupted or when the disk is
    ///   full: a body that continued would commit each further statement by itself.
    private func checkInside() throws {
        guard connection.isInsideTransaction else { throw DatabaseError(.busy, "the transaction has been rolled back") }
    }

    private func prepare(_ text: String) throws -> PreparedStatement {
        try checkInside()
        do {
            let kept = statements.kept(text)
            let cached = kept == nil ? nil : try connection.cachedStatement(sql: text)
            if let cached, sqlite3_stmt_busy(cached.sqliteStatement) == 0 {
                return PreparedStatement(cached, on: connection, kept: kept, isCached: true)
            }
            // A new statement is also made for one that runs inside a loop over its own rows.
            return PreparedStatement(try connection.makeStatement(sql: text), on: connection, kept: kept)
        } catch {
            throw DatabaseError.converted(error)
        }
    }
}
