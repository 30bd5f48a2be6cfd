#if PostgreSQL
import Foundation

/// One transaction on one connection; lives while its body runs.
///
/// A failed statement ends the transaction: PostgreSQL rejects the following ones, and nothing is committed.
final class PostgresTransaction: WriteTransaction {
    private let link: PostgresLink
    private let tables: PostgresTables
    private let schema: String
    private var held: Set<UUID> = []
    /// The changes to report on this node after the commit; the server reports them to the others, and to this one
    /// again.
    private(set) var announced: [Change] = []

    init(_ link: PostgresLink, tables: PostgresTables, schema: String, _ scope: Scope, _ order: WriteOrder = .serial) {
        if case .tenant(let id) = scope, order == .serial { held = [id] }
        self.link = link
        self.tables = tables
        self.schema = schema
    }

    func rows(_ statement: SQL) throws -> [Row] {
        var rows: [Row] = []
        try link.run(statement) { rows.append($0) }
        return rows
    }

    func rows(of statements: [SQL]) throws -> [[Row]] { try link.rows(of: statements) }

    func forEach(_ statement: SQL, _ body: (Row) throws -> Void) throws {
        // All rows are fetched first: the body may run statements of its own on this connection.
        for row in try rows(statement) { try body(row) }
    }

    func forEachSum(of rows: SQL, _ body: (Int64, Int64, Int64) throws -> Void) throws {
        let sums: SQL = """
            SELECT r.first, r.second, CAST(sum(r.n) AS BIGINT) AS n FROM (\(sql: rows)) AS r (first, second, n)
            GROUP BY r.first, r.second
            """
        // An error of the body is none of the statement, which has ended.
        var failure: (any Error)?
        try link.run(sums) { row in
            guard failure == nil else { return }
            do { try body(row.get("first"), row.get("second"), row.get("n")) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    func execute(_ statement: SQL) throws -> Int { try link.run(statement) }

    func executeLater(_ statement: SQL) { link.runLater(statement) }

    func announce(_ change: Change) throws {
        let channel = PostgresListener.channel(schema)
        try link.run("SELECT pg_notify(\(channel), \(change.description))::text AS notified")
        announced.append(change)
    }

    func hold(_ tenant: UUID) throws {
        if held.insert(tenant).inserted { try link.run(PostgresLock.tenant(tenant).statement(.serial)) }
    }

    func insertNew(into table: StaticString, columns: [StaticString], rows: [[SQLValue]]) throws -> [Bool] {
        guard !rows.isEmpty else { return [] }
        let (name, names) = ("\(table)", columns.map { "\($0)" })
        let shape = try tables.shape(of: name, on: link)
        let list = names.joined(separator: ", ")
        let incoming = try shape.incoming(names, rows)
        let key = shape.key
        let keyPlaces = try key.map { column in
            guard let place = names.firstIndex(of: column) else {
                throw DatabaseError(.statement, "the rows for \(name) lack the key column \(column)")
            }
            return place
        }
        var inserted: [[SQLValue]: Int] = [:]
        try link.run(
            PostgresLink.Statement(
                text: """
                    INSERT INTO \(name) (\(list)) SELECT \(list) FROM \(incoming.source) ORDER BY incoming_place
                    ON CONFLICT DO NOTHING RETURNING \(key.joined(separator: ", "))
                    """,
                columns: incoming.columns,
                keepsPlan: true
            )
        ) { inserted[$0.values, default: 0] += 1 }
        return rows.map { row in inserted.removeValue(forKey: keyPlaces.map { row[$0] }) != nil }
    }

    /// Sent with the next statement, since no caller uses its response.
    func add(to table: StaticString, key: [StaticString], number: StaticString, rows: [[SQLValue]]) throws {
        guard !rows.isEmpty else { return }
        link.runLater(try sum(table, key: key, number: number, try Self.summed(rows)))
    }

    func addCounting(
        to table: StaticString,
        key: [StaticString],
        number: StaticString,
        rows: [[SQLValue]]
    ) throws -> [Bool] {
        guard !rows.isEmpty else { return [] }
        var sums: [[SQLValue]: SQLValue] = [:]
        try link.run(try sum(table, key: key, number: number, rows, returning: key + [number])) { row in
            guard let sum = row.values.last else { return }
            sums[Array(row.values.dropLast())] = sum
        }
        return rows.map { sums[Array($0.dropLast())] == $0.last }
    }

    /// Rows are ordered by key, so that two transactions cannot deadlock.
    private func sum(
        _ table: StaticString,
        key: [StaticString],
        number: StaticString,
        _ rows: [[SQLValue]],
        returning: [StaticString] = []
    ) throws -> PostgresLink.Statement {
        let (name, keys) = ("\(table)", key.map { "\($0)" }.joined(separator: ", "))
        let shape = try tables.shape(of: name, on: link)
        let columns = (key + [number]).map { "\($0)" }
        let list = columns.joined(separator: ", ")
        let incoming = try shape.incoming(columns, rows)
        let returned = returning.map { "\(name).\($0)" }.joined(separator: ", ")
        return PostgresLink.Statement(
            text: """
                INSERT INTO \(name) (\(list)) SELECT \(list) FROM \(incoming.source) ORDER BY \(keys)
                ON CONFLICT (\(keys)) DO UPDATE SET \(number) = \(name).\(number) + excluded.\(number)
                \(returned.isEmpty ? "" : "RETURNING \(returned)")
                """,
            columns: incoming.columns,
            keepsPlan: true
        )
    }

    /// One statement cannot change a row twice.
    private static func summed(_ rows: [[SQLValue]]) throws -> [[SQLValue]] {
        var sums: [[SQLValue]: Int64] = [:]
        for row in rows {
            guard case .integer(let n)? = row.last else {
                throw DatabaseError(.statement, "a counter is a whole number")
            }
            sums[Array(row.dropLast()), default: 0] += n
        }
        return sums.map { $0.key + [.integer($0.value)] }
    }
}
#endif
