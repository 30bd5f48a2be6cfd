import Dispatch
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// A database in one SQLite file, with one writer and several readers.
///
/// - Bodies run on threads of the engine: reads on a few, side by side, writes one after the other. None blocks the
///   cooperative pool.
/// - A committed write is on disk: WAL with `synchronous=FULL`, checked after opening.
/// - Cancelling the calling task interrupts what runs; an interrupted write is rolled back.
/// - After `.io` the connections are closed and opened anew before the next use, because pages that failed to sync may be
///   marked clean in the cache. Whether the write that threw `.io` is on disk is not known: write it again with the same key.
public final class SQLiteDatabase: Database {
    private enum State {
        case open(DatabasePool)
        case failed(DatabasePool)
        case closed
    }

    /// The version of the SQLite library in use, as `3.40.1`.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    /// The reasons of `Scope.installation` that have been used, while tenants are checked; for tests.
    public var installationReasons: Set<String> { rule?.reasons ?? [] }

    public let engine = DatabaseEngine.sqlite
    /// There is one process, which tells itself.
    public let changes = ChangeFeed(isLive: true)
    public let path: String
    let options: Options
    let rule: TenantRule?
    private let statements = StatementCatalogue()
    private let readers: ReaderThreads
    private let state: Mutex<State>
    /// For opening and closing, which wait for files: one at a time, and not on the cooperative pool.
    private let lifecycle = DispatchQueue(label: "gatehouse.database.lifecycle")

    /// Opens the file at `path`, making it when there is none. Waits for the disk, so call it at start.
    public init(path: String, options: Options = Options()) throws(DatabaseError) {
        self.path = path
        self.options = options
        readers = ReaderThreads(threads: options.readers)
        state = Mutex(.open(try Self.open(path, options)))
        rule = options.checksTenants ? TenantRule(path: path, column: options.tenantColumn) : nil
    }

    public func read<Result: Sendable>(
        _ scope: Scope, _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await reporting {
            let pool = try await self.pool()
            return try await self.readers.run { interruption in
                try pool.read { connection in
                    try interruption.covering(connection) {
                        try connection.limited(to: self.options.readLimit) { try body(self.transaction(connection, scope)) }
                    }
                }
            }
        }
    }

    public func write<Result: Sendable>(
        _ scope: Scope, _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        try await writing { connection in
            let (result, announced) = try connection.returning(from: .immediate) {
                let transaction = self.transaction(connection, scope)
                let result = try body(transaction)
                try transaction.checkWhole()
                return (result, transaction.announced)
            }
            self.changes.tell(announced)
            return result
        }
    }

    /// There is no other node: the lock on the data folder keeps other processes out.
    public func alone(_: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool {
        try await job()
        return true
    }

    public func close() async throws {
        try await onLifecycle {
            self.rule?.close()
            switch self.state.withLock({ $0 }) {
            case .open(let pool):
                // GRDB keeps the WAL file; emptied, the file of the database is whole by itself and the next start has nothing to read back.
                try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                try pool.close()
            case .failed(let pool): try pool.close()
            case .closed: return
            }
            self.state.withLock { $0 = .closed }
        }
    }

}

// MARK: - For the other files of the engine

extension SQLiteDatabase {
    func transaction(_ connection: GRDB.Database, _ scope: Scope) -> SQLiteTransaction {
        SQLiteTransaction(connection, scope: scope, rule: rule, statements: statements)
    }

    /// Runs `body` on the writer, outside a transaction.
    func writing<Result: Sendable>(_ body: @escaping @Sendable (GRDB.Database) throws -> Result) async throws -> Result {
        try await reporting { try await self.pool().writeWithoutTransaction(body) }
    }

    /// Runs `body` with the errors told as `DatabaseError`, and gives the connections up after a failure of the disk.
    func reporting<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            let told = DatabaseError.told(error)
            if case .io = (told as? DatabaseError)?.kind { giveUpConnections() }
            throw told
        }
    }

    /// The connections in use, opened anew when they had been given up.
    func pool() async throws -> DatabasePool {
        if case .open(let pool) = state.withLock({ $0 }) { return pool }
        return try await onLifecycle { try self.reopen() }
    }

    func giveUpConnections() {
        state.withLock { if case .open(let pool) = $0 { $0 = .failed(pool) } }
    }

    /// Runs `work`, which waits for files, on the queue for that.
    func onLifecycle<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            lifecycle.async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }

    private func reopen() throws -> DatabasePool {
        switch state.withLock({ $0 }) {
        case .open(let pool): return pool  // another one was here first
        case .closed: throw DatabaseError(.unavailable, "the database \(path) has been closed")
        case .failed(let old):
            // The last connection closes before the first one opens, so that the WAL is read from the disk again.
            rule?.close()
            try? old.close()
            let new = try Self.open(path, options)
            state.withLock { $0 = .open(new) }
            return new
        }
    }

    private static func open(_ path: String, _ options: Options) throws(DatabaseError) -> DatabasePool {
        do {
            let pool = try DatabasePool(path: path, configuration: options.configuration)
            try pool.writeWithoutTransaction { try $0.makeCommitsDurable() }
            return pool
        } catch {
            throw DatabaseError.told(error) as? DatabaseError ?? DatabaseError(.unavailable, "\(error)")
        }
    }
}
