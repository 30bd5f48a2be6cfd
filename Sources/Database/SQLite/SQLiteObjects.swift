import Foundation
import GRDB

extension SQLiteDatabase {
    /// Holds tables, indexes, triggers and views against those that the applied migrations make. Writes nothing.
    /// - Parameter allowsMoreIndexes: passes over indexes that were added by hand.
    /// - Returns: the names of those that differ, as `trigger audit_entries_stay`.
    /// - Throws: `.migration` when the files of `folder` and the database do not fit together.
    public func differingObjects(from folder: URL, allowsMoreIndexes: Bool = false) async throws -> [String] {
        let files = try Migration.load(from: folder)
        let applied = try await appliedMigrations()
        let pending = Set(try Migration.pending(of: files, after: applied).map(\.name))
        let steps = files.filter { !pending.contains($0.name) }
        let wanted = try await onLifecycle { try Self.objects(madeBy: steps) }
        let found = try await reporting { pool in try await pool.read { try Self.objects(in: $0) } }
        return found.differing(from: wanted, allowsMoreIndexes: allowsMoreIndexes)
    }

    /// - Throws: `.migration`, with what to do, when objects differ.
    public func checkObjects(from folder: URL) async throws {
        let differing = try await differingObjects(from: folder, allowsMoreIndexes: true)
        if let error = DatabaseError(differing: differing, in: path) { throw error }
    }

    /// What the steps make, in memory.
    private static func objects(madeBy steps: [Migration]) throws -> SchemaObjects {
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

    /// All but what SQLite itself makes: indexes of keys, and the tables of `ANALYZE` and of AUTOINCREMENT. By bytes,
    /// for whoever made the file may have written anything into its catalogue.
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
