import Admission
import Foundation
import GRDB

extension SQLiteDatabase {
    /// Compares tables, indexes, triggers and views with those that the applied migrations create. Writes nothing.
    /// - Parameter allowsMoreIndexes: ignores indexes that were added by hand.
    /// - Returns: the names of differing objects, as `trigger audit_entries_stay`.
    /// - Throws: `.migration` when the files of `folder` and the database do not match.
    public func differingObjects(from folder: URL, allowsMoreIndexes: Bool = false) async throws -> [String] {
        let files = try Migration.load(from: folder)
        let applied = try await appliedMigrations()
        let pending = Set(try Migration.pending(of: files, after: applied).map(\.name))
        let steps = files.filter { !pending.contains($0.name) }
        let wanted = try await lifecycle.run { try Self.objects(madeBy: steps) }
        let found = try await reporting { pool in try await pool.read { try Self.objects(in: $0) } }
        return found.differing(from: wanted, allowsMoreIndexes: allowsMoreIndexes)
    }

    /// - Throws: `.migration`, with the remedy, when objects differ.
    public func checkObjects(from folder: URL) async throws {
        let differing = try await differingObjects(from: folder, allowsMoreIndexes: true)
        if let error = DatabaseError(differing: differing, in: path) { throw error }
    }

    /// Returns the objects that the migrations create, in memory.
    private static func objects(madeBy steps: [Migration]) throws -> SchemaObjects {
        _ = SQLiteMemory.isWithoutLock
        let queue = try DatabaseQueue()
        defer { try? queue.close() }
        return try queue.inDatabase { connection in
            try connection.execute(sql: "PRAGMA foreign_keys = OFF")
            for step in steps {
                try connection.inTransaction {
                    try run(step.text, on: connection)
                    try record(step, at: 0, on: connection)
                    return .commit
                }
            }
            return try objects(in: connection)
        }
    }

    /// Returns all objects but those that SQLite itself creates: indexes of keys, and the tables of `ANALYZE` and of
    /// AUTOINCREMENT. Names are compared by bytes, because the catalogue of a foreign file may contain any bytes.
    private static func objects(in connection: GRDB.Database) throws -> SchemaObjects {
        let rows = try GRDB.Row.fetchAll(
            connection,
            sql: #"""
                SELECT coalesce(CAST(type AS TEXT), '') || ' ' || coalesce(CAST(name AS TEXT), '') AS name,
                    hex(CAST(coalesce(tbl_name, '') AS BLOB)) || ' ' || hex(CAST(coalesce(sql, '') AS BLOB)) AS text
                FROM sqlite_schema
                WHERE NOT (type = 'index' AND sql IS NULL AND name LIKE 'sqlite\_autoindex\_%' ESCAPE '\')
                    AND sql IS NOT 'CREATE TABLE sqlite_sequence(name,seq)' AND sql IS NOT 'CREATE TABLE sqlite_stat1(tbl,idx,stat)'
                    AND sql IS NOT 'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)'
                LIMIT 10000
                """#
        )
        return SchemaObjects(rows.map { ($0["name"], $0["text"]) })
    }
}
