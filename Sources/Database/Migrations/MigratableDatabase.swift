import Foundation

/// A database that manages its own schema, in the table `schema_migrations`.
public protocol MigratableDatabase: Database {
    /// Returns the applied migrations, in the order of the names. Writes nothing.
    func appliedMigrations() async throws -> [AppliedMigration]

    /// Runs the statements of one migration in one transaction, which also records it when nothing of it is left to do.
    /// - Parameter milliseconds: the time to record, in UTC since 1970.
    /// - Returns: false when it must be run again (`Migration.workTable`).
    /// - Throws: `.migration` when a statement fails; then the transaction is rolled back.
    @discardableResult
    func apply(_ migration: Migration, at milliseconds: Int64) async throws -> Bool

    /// Runs `body`, which changes the schema, while no other node does, and creates the schema if there is none.
    func migrating<Result: Sendable>(
        from folder: URL,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}

extension MigratableDatabase {
    /// Brings the schema up to the files of `folder`.
    /// - Returns: the names of those applied now.
    /// - Throws: `.migration`, with one sentence for the operator, when the files and the database do not match.
    @discardableResult
    public func migrate(from folder: URL, at milliseconds: Int64) async throws -> [String] {
        // Most starts have no migration to apply, and the starting role may not be allowed to.
        guard try await !pendingMigrations(in: folder).isEmpty else { return [] }
        return try await migrating(from: folder) {
            let pending = try await pendingMigrations(in: folder)
            for migration in pending {
                while try await !apply(migration, at: milliseconds) { try Task.checkCancellation() }
            }
            return pending.map(\.name)
        }
    }

    /// The files of `folder` that have not been applied, in the order of their names. Writes nothing.
    /// - Throws: as `migrate(from:at:)`.
    public func pendingMigrations(in folder: URL) async throws -> [Migration] {
        try Migration.pending(of: try Migration.load(from: folder), after: try await appliedMigrations())
    }
}

extension Migration {
    /// Returns the files that follow the applied ones, both in the order of their names.
    /// - Throws: `.migration` when an applied one is unknown or has been changed, or one before it was left out.
    static func pending(of files: [Migration], after applied: [AppliedMigration]) throws(DatabaseError) -> [Migration] {
        let known = Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0) })
        var names: Set<String> = []
        for record in applied {
            // A database from before the numbers were made consecutive has these files under other numbers.
            guard let file = known[record.name] ?? files.first(where: { $0.isRenumbered(from: record) }) else {
                throw DatabaseError(
                    .migration,
                    """
                    The database has the schema step \(record.name), which this program does not know; start the newer \
                    program that made it, or restore a backup from before.
                    """
                )
            }
            guard file.isApplied(as: record) else {
                throw DatabaseError(
                    .migration,
                    "The schema file \(record.name) has been changed since it was applied; put the released file back."
                )
            }
            names.insert(file.name)
        }
        let last = names.max() ?? ""
        if let gap = files.first(where: { $0.name < last && !names.contains($0.name) }) {
            throw DatabaseError(
                .migration,
                """
                The schema file \(gap.name) was never applied, although the later \(last) was; give it a number after \
                the last one.
                """
            )
        }
        return files.filter { $0.name > last }
    }

    private func isRenumbered(from record: AppliedMigration) -> Bool {
        isApplied(as: record) && name.dropFirst(4) == record.name.dropFirst(4)
    }
}

/// The database's record of an applied migration.
public struct AppliedMigration: Sendable, Hashable {
    public let name: String
    public let checksum: String
}
