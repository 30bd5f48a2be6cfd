#if PostgreSQL
import Foundation

extension PostgresDatabase: MigratableDatabase {
    /// How long a node waits for another one that migrates.
    private static let patience = Duration.seconds(120)
    private static let migrationLock: Int64 = 0x6761_7465_686F_7573  // "gatehous"

    public func appliedMigrations() async throws -> [AppliedMigration] {
        let name = "\(options.schema).schema_migrations"
        return try await withConnection { connection in
            try await connection.run { link in
                var exists = false
                try link.run("SELECT to_regclass(\(name)) IS NOT NULL AS found") { exists = try $0.get("found") }
                var applied: [AppliedMigration] = []
                guard exists else { return applied }
                try link.run("SELECT name, checksum FROM schema_migrations ORDER BY name COLLATE \"C\"") {
                    applied.append(AppliedMigration(name: try $0.get("name"), checksum: try $0.get("checksum")))
                }
                return applied
            }
        }
    }

    @discardableResult
    public func apply(_ migration: Migration, at milliseconds: Int64) async throws -> Bool {
        do {
            return try await withConnection { connection in
                try await connection.run { link in
                    try link.run(batch: "BEGIN; SET LOCAL gatehouse.installation = 'yes'")
                    try link.run(batch: migration.text)
                    guard link.isInTransaction else {
                        throw DatabaseError(.migration, "it may not end its transaction")
                    }
                    let isDone =
                        try migration.workTable.map { try link.run(batch: "SELECT 1 FROM \($0) LIMIT 1") == nil }
                        ?? true
                    if isDone {
                        try link.run(
                            """
                            INSERT INTO schema_migrations (name, checksum, applied_at)
                            VALUES (\(migration.name), \(migration.checksum), \(milliseconds))
                            """
                        )
                    }
                    try link.commit()
                    return isDone
                }
            }
        } catch let error as DatabaseError where error.kind != .unavailable {
            throw migration.failure(error.detail)
        }
    }

    /// Locks other nodes out, and creates the schema itself and the roles that get its rights.
    public func migrating<Result: Sendable>(
        from folder: URL,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let beginning = try beginning(from: folder)
        let end = ContinuousClock.now + Self.patience
        return try await withConnection { connection in
            while try await !connection.run({ try Self.tryLock(Self.migrationLock, on: $0) }) {
                guard ContinuousClock.now < end else {
                    throw DatabaseError(
                        .migration,
                        "Another node has been changing the schema for two minutes; look at it, then start again."
                    )
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            let result: Swift.Result<Result, any Error>
            do {
                try await connection.run { try self.begin(beginning, $0) }
                result = .success(try await body())
            } catch { result = .failure(error) }
            // A lock that cannot be released ends with its connection.
            do { try await connection.run { try Self.unlock(Self.migrationLock, on: $0) } } catch {
                await connection.close()
            }
            return try result.get()
        }
    }

    private var least: String {
        """
        CREATE SCHEMA IF NOT EXISTS \(options.schema);
        CREATE TABLE IF NOT EXISTS schema_migrations (
            name TEXT COLLATE "C" NOT NULL PRIMARY KEY, checksum TEXT COLLATE "C" NOT NULL, applied_at BIGINT NOT NULL);
        CREATE TABLE IF NOT EXISTS write_marks (id UUID NOT NULL PRIMARY KEY, at BIGINT NOT NULL)
        """
    }

    /// Returns the statements that precede the first migration, from a file beside the migration folders.
    private func beginning(from folder: URL) throws -> String {
        let file = folder.deletingLastPathComponent().appending(path: "bootstrap.sql")
        guard FileManager.default.fileExists(atPath: file.path) else { return least }
        do { return try String(contentsOf: file, encoding: .utf8) } catch {
            throw DatabaseError(
                .migration,
                "The schema file bootstrap.sql cannot be read as UTF-8: \(error.localizedDescription)"
            )
        }
    }

    private func begin(_ text: String, _ link: PostgresLink) throws {
        do {
            try link.run(batch: text)
        } catch let error as DatabaseError where error.kind != .unavailable {
            throw DatabaseError(.migration, "The schema \(options.schema) cannot be made: \(error.detail)")
        }
    }

    static func tryLock(_ number: Int64, on link: PostgresLink) throws -> Bool {
        var isMine = false
        try link.run("SELECT pg_try_advisory_lock(\(number)) AS mine") { isMine = try $0.get("mine") }
        return isMine
    }

    static func unlock(_ number: Int64, on link: PostgresLink) throws {
        try link.run("SELECT pg_advisory_unlock(\(number)) AS done")
    }
}
#endif
