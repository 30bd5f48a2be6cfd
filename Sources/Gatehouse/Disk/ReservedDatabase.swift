import Database
import Foundation

/// The control database, which makes room for itself when its disk is full: first it resets its WAL, then it releases
/// the reserve.
///
/// A write that found the disk full changed nothing, so it is retried; each step is tried once.
struct ReservedDatabase: MigratableDatabase {
    /// Writes that can wait until there is room; they do not use the reserve.
    private static let patient: Set<String> = [
        "write probe", "clock", "old idempotency keys", "upkeep of links", "expired Apple flows",
        "old Apple notifications",
        "expired Apple tokens", "due Apple checks",
    ]

    let database: SQLiteDatabase
    let reserve: DiskReserve

    var engine: DatabaseEngine { database.engine }
    var changes: ChangeFeed { database.changes }

    func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await makingRoom(for: scope, isRepeatable: true) { try await database.read(scope, body) }
    }

    func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await makingRoom(for: scope, isRepeatable: true) { try await database.readList(scope, body) }
    }

    func write<Result: Sendable>(
        _ scope: Scope,
        order: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await makingRoom(for: scope, isRepeatable: false) { try await database.write(scope, order: order, body) }
    }

    func alone(_ name: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool {
        try await database.alone(name, job)
    }

    func close() async throws { try await database.close() }

    func appliedMigrations() async throws -> [AppliedMigration] { try await database.appliedMigrations() }

    func apply(_ migration: Migration, at milliseconds: Int64) async throws -> Bool {
        try await database.apply(migration, at: milliseconds)
    }

    func migrating<Result: Sendable>(
        from folder: URL,
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
        try await database.migrating(from: folder, body)
    }

    /// - Parameter isRepeatable: permits a retry after a disk failure that leaves open whether the work was done.
    private func makingRoom<Result: Sendable>(
        for scope: Scope,
        isRepeatable: Bool,
        _ work: () async throws -> Result
    ) async throws -> Result {
        do { return try await work() } catch let error as DatabaseError {
            guard isOfSpace(error) else { throw error }
            try? await database.checkpoint()
            if error.kind == .diskFull {
                do { return try await work() } catch let error as DatabaseError where isOfSpace(error) {}
            }
            guard isUrgent(scope) else { throw error }
            reserve.release()
            try? await database.checkpoint()
            // After a failed sync the state of the disk is unknown: the caller gets the error, and the next write has
            // room.
            guard error.kind == .diskFull || isRepeatable else { throw error }
            return try await work()
        }
    }

    /// Where the file system allocates late, or an index in shared memory cannot grow, a full disk appears as an I/O
    /// error.
    private func isOfSpace(_ error: DatabaseError) -> Bool {
        switch error.kind {
        case .diskFull: true
        case .io, .unavailable: (DiskSpace(of: reserve.file.deletingLastPathComponent())?.free ?? .max) < 1 << 20
        default: false
        }
    }

    private func isUrgent(_ scope: Scope) -> Bool {
        guard case .installation(let reason) = scope else { return true }
        return !Self.patient.contains(reason.text)
    }
}
