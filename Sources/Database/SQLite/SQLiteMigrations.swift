import Foundation
import GRDB

extension SQLiteDatabase: MigratableDatabase {
    /// These words would end the single transaction that a migration runs in.
    private static let forbiddenWords: Set<String> = [
        "begin", "commit", "end", "rollback", "savepoint", "release", "attach", "detach", "vacuum",
    ]

    public func appliedMigrations() async throws -> [AppliedMigration] {
        try await reporting { pool in
            try await pool.read { connection in
                guard try connection.tableExists("schema_migrations") else { return [] }
                return try GRDB.Row.fetchAll(
                    connection,
                    sql: "SELECT name, checksum FROM schema_migrations ORDER BY name"
                )
                .map { AppliedMigration(name: $0["name"], checksum: $0["checksum"]) }
            }
        }
    }

    @discardableResult
    public func apply(_ migration: Migration, at milliseconds: Int64) async throws -> Bool {
        do {
            return try await writing { connection in
                // A migration that rebuilds a table would otherwise empty the tables that refer to it. This works only
                // outside a transaction.
                try connection.execute(sql: "PRAGMA foreign_keys = OFF")
                var isDone = false
                try connection.inTransaction(.immediate) {
                    try Self.run(migration.text, on: connection)
                    isDone = try migration.workTable.map { try Self.isEmpty($0, on: connection) } ?? true
                    if isDone { try Self.record(migration, at: milliseconds, on: connection) }
                    try connection.checkForeignKeys()
                    return .commit
                }
                try connection.execute(sql: "PRAGMA foreign_keys = ON")
                return isDone
            }
        } catch {
            giveUpConnections()  // the writer may have been left without foreign keys
            guard let error = error as? DatabaseError else { throw error }
            throw migration.failure(error.detail)
        }
    }

    /// The lock on the data folder keeps other processes out.
    public func migrating<Result: Sendable>(
        from _: URL,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await body()
    }

    private static func isEmpty(_ table: String, on connection: GRDB.Database) throws -> Bool {
        try GRDB.Row.fetchOne(connection, sql: "SELECT 1 FROM \(table) LIMIT 1") == nil
    }

    static func run(_ text: String, on connection: GRDB.Database) throws {
        let statements = try connection.allStatements(sql: text)
        while let statement = try statements.next() {
            let word = firstWord(of: statement.sql)
            guard !forbiddenWords.contains(word) else {
                throw DatabaseError(.migration, "it may not use \(word.uppercased()), for it runs as one transaction")
            }
            try statement.execute()
        }
    }

    /// Returns the first word of a statement, in lower case, after blanks and comments.
    private static func firstWord(of text: String) -> String {
        var rest = text.utf8[...]
        while let first = rest.first {
            if rest.starts(with: "--".utf8) {
                rest = rest.drop { $0 != UInt8(ascii: "\n") }
            } else if rest.starts(with: "/*".utf8) {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest.removeFirst() }
                rest = rest.dropFirst(2)
            } else if first <= 0x20 {
                rest.removeFirst()
            } else {
                break
            }
        }
        let isLetter: (UInt8) -> Bool = { (0x41...0x5A).contains($0 & 0xDF) }
        return String(decoding: rest.prefix(while: isLetter), as: UTF8.self).lowercased()
    }

    static func record(_ migration: Migration, at milliseconds: Int64, on connection: GRDB.Database) throws {
        try connection.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS schema_migrations (
                    name TEXT NOT NULL PRIMARY KEY,
                    checksum TEXT NOT NULL,
                    applied_at INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """
        )
        try connection.execute(
            sql: "INSERT INTO schema_migrations (name, checksum, applied_at) VALUES (?, ?, ?)",
            arguments: [migration.name, migration.checksum, milliseconds]
        )
    }
}
