import Admission
import CSQLite
import GRDB
import GRDBSQLite
import Synchronization

/// A database in one SQLite file, with one writer and several readers.
///
/// - Bodies run on threads of the engine: reads on a few, concurrently, writes in sequence. None blocks the cooperative
///   pool.
/// - Writes that wait together are committed together; one that fails does not affect the others. A body runs again
///   when SQLite rolled the transaction back because of another one.
/// - A committed write is on disk: WAL with `synchronous=FULL`, checked after opening.
/// - Cancelling the calling task interrupts the running statement; a write whose task was cancelled before its body
///   ended is rolled back.
/// - After `.io` the connections are closed and reopened before the next use, because pages that failed to sync may be
///   marked clean in the cache. The write that threw `.io` may or may not be on disk: repeat it with its key.
public final class SQLiteDatabase: Database {
    /// Holds the connections in use; shared with the writer.
    private final class Connections: Sendable {
        enum State {
            case open(DatabasePool)
            case failed(DatabasePool)
            case closed
        }

        let state: Mutex<State>

        init(_ pool: DatabasePool) { state = Mutex(.open(pool)) }

        /// - Throws: when the connections are closed.
        func open() throws -> DatabasePool {
            guard case .open(let pool) = state.withLock({ $0 }) else {
                throw DatabaseError(.unavailable, "the connections of the database have been given up")
            }
            return pool
        }

        /// Closes a pool that failed, and none that was opened since.
        func giveUp(_ pool: DatabasePool) {
            state.withLock { if case .open(let current) = $0, current === pool { $0 = .failed(pool) } }
        }
    }

    /// The version of the SQLite library in use, as `3.40.1`.
    public static var libraryVersion: String { String(cString: sqlite3_libversion()) }

    public let engine = DatabaseEngine.sqlite
    /// There is one process, which reports its own changes.
    public let changes = ChangeFeed(isLive: true)
    public let path: String
    let options: Options
    private let statements = StatementCatalogue()
    let readers: ReaderThreads
    private let connections: Connections
    let writer: WriterThread
    /// Opens and closes files, which blocks: one at a time, and not on the cooperative pool.
    let lifecycle = Threads.Thread(label: "gatehouse.database.lifecycle")

    /// Opens the file at `path`, creating it when there is none. Waits for the disk, so call it at start.
    public init(path: String, options: Options = Options()) throws(DatabaseError) {
        self.path = path
        self.options = options
        readers = ReaderThreads(threads: options.readers)
        let connections = Connections(try Self.open(path, options))
        self.connections = connections
        writer = WriterThread(span: options.commitSpan, open: connections.open, giveUp: connections.giveUp)
    }

    public func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await read(scope, Turn(scope), limit: options.readLimit, body)
    }

    public func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await read(scope, Turn(scope, .list), limit: options.listLimit, body)
    }

    private func read<Result: Sendable>(
        _ scope: Scope,
        _ turn: Turn,
        limit: Duration,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await reporting { pool in
            try await self.readers.run(turn) { interruption in
                try pool.read { connection in
                    try interruption.covering(connection) {
                        try connection.limited(to: limit) { try body(self.transaction(connection)) }
                    }
                }
            }
        }
    }

    /// - Parameter order: has no effect: the writer runs transactions in sequence, and they share the wait for the disk
    ///   anyway.
    public func write<Result: Sendable>(
        _ scope: Scope,
        order _: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        do {
            // The connections are reopened here if they were closed: the writer does not wait for that.
            _ = try await pool()
            return try await writer.run(Turn(scope)) { connection in
                let transaction = self.transaction(connection)
                let result = try body(transaction)
                try transaction.checkWhole()
                return (result, transaction.announced)
            } committed: { _, announced in
                self.changes.notify(announced)
            }.0
        } catch { throw DatabaseError.mapError(error) }
    }

    /// There is no other node: the lock on the data folder keeps other processes out.
    public func alone(_: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool {
        try await job()
        return true
    }

    /// Moves the WAL's content into the database file, as far as no reader needs it: the next write then restarts the
    /// WAL instead of extending it, so that a full disk has room for it.
    public func checkpoint() async throws { try await writing { _ = try $0.checkpoint(.passive) } }

    /// Returns the used and the free bytes of the file.
    public func fileBytes() async throws -> (used: Int64, free: Int64) {
        try await reporting { pool in
            try await pool.read { connection in
                func number(_ name: String) throws -> Int64 {
                    try Int64.fetchOne(connection, sql: "PRAGMA \(name)") ?? 0
                }
                let (pages, free, size) = (
                    try number("page_count"), try number("freelist_count"), try number("page_size")
                )
                return ((pages - free) * size, free * size)
            }
        }
    }

    public func close() async throws {
        await writer.finish()
        try await lifecycle.run {
            switch self.connections.state.withLock({ $0 }) {
            case .open(let pool):
                // GRDB keeps the WAL file; once it is empty, the database file is complete by itself and the next start
                // has no WAL to read.
                try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
                try pool.close()
            case .failed(let pool): try pool.close()
            case .closed: return
            }
            self.connections.state.withLock { $0 = .closed }
        }
    }
}

/// For the other files of the engine.
extension SQLiteDatabase {
    func transaction(_ connection: GRDB.Database) -> SQLiteTransaction {
        SQLiteTransaction(connection, statements: statements)
    }

    /// Runs `body` on the writer, outside a transaction.
    func writing<Result: Sendable>(_ body: @escaping @Sendable (GRDB.Database) throws -> Result) async throws -> Result
    {
        try await reporting { try await $0.writeWithoutTransaction(body) }
    }

    /// Runs `body` with errors converted to `DatabaseError`, and closes the connections after a failure of the disk.
    func reporting<Result: Sendable>(_ body: @Sendable (DatabasePool) async throws -> Result) async throws -> Result {
        do {
            let pool = try await pool()
            do { return try await body(pool) } catch {
                if case .io = (DatabaseError.converted(error) as? DatabaseError)?.kind { connections.giveUp(pool) }
                throw error
            }
        } catch { throw DatabaseError.mapError(error) }
    }

    func giveUpConnections() { if let pool = try? connections.open() { connections.giveUp(pool) } }

    /// Returns the connections in use, reopened when they had been closed.
    func pool() async throws -> DatabasePool {
        if case .open(let pool) = connections.state.withLock({ $0 }) { return pool }
        return try await lifecycle.run { try self.reopen() }
    }

    private func reopen() throws -> DatabasePool {
        switch connections.state.withLock({ $0 }) {
        case .open(let pool): return pool  // another one was here first
        case .closed: throw DatabaseError(.unavailable, "the database \(path) has been closed")
        case .failed(let old):
            // The last connection is closed before the first one is opened, so that the WAL is read from the disk
            // again.
            try? old.close()
            let new = try Self.open(path, options)
            connections.state.withLock { $0 = .open(new) }
            return new
        }
    }

    private static func open(_ path: String, _ options: Options) throws(DatabaseError) -> DatabasePool {
        _ = SQLiteMemory.isWithoutLock
        do {
            let pool = try DatabasePool(path: path, configuration: options.configuration)
            try pool.writeWithoutTransaction { try $0.makeCommitsDurable() }
            return pool
        } catch {
            throw DatabaseError.mapError(error) as? DatabaseError ?? DatabaseError(.unavailable, "\(error)")
        }
    }
}

enum SQLiteMemory {
    /// Whether SQLite allocates without a lock of the whole process. By default it counts the bytes that it allocates, and
    /// its threads wait for each other at each allocation (`SQLITE_CONFIG_MEMSTATUS`). It can be told only before its
    /// first use, so everything that opens a connection reads this first.
    static let isWithoutLock = gatehouse_sqlite_stop_memory_statistics() == SQLITE_OK
}
