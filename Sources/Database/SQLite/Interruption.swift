import GRDB
import GRDBSQLite
import Synchronization

/// Lets a cancelled task stop its running statement from another thread.
final class Interruption: Sendable {
    private struct State {
        var isAsked = false
        /// The address of the connection while it works for this task alone. SQLite lets any thread interrupt; the lock
        /// keeps the connection from being closed or used for another task meanwhile.
        var address: UInt?
    }

    private let state = Mutex(State())

    func interrupt() {
        state.withLock { state in
            state.isAsked = true
            if let address = state.address { sqlite3_interrupt(OpaquePointer(bitPattern: address)) }
        }
    }

    /// Covers a write, which shares a transaction with others: it is stopped between two statements as well as in one,
    /// and is rolled back once it was interrupted.
    func coveringWrite<Result>(_ connection: GRDB.Database, _ body: () throws -> Result) throws -> Result {
        // The object outlives the body. A thousand steps take some 10 µs.
        sqlite3_progress_handler(
            connection.sqliteConnection,
            1000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Interruption>.fromOpaque(context).takeUnretainedValue().isAsked ? 1 : 0
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
        defer { sqlite3_progress_handler(connection.sqliteConnection, 0, nil, nil) }
        if isAsked { throw CancellationError() }
        let result = try body()
        if isAsked { throw CancellationError() }
        return result
    }

    private var isAsked: Bool { state.withLock { $0.isAsked } }

    /// Runs `body`; until it ends, `interrupt()` stops the statements of `connection`.
    func covering<Result>(_ connection: GRDB.Database, _ body: () throws -> Result) throws -> Result {
        let address = UInt(bitPattern: connection.sqliteConnection)
        try state.withLock { state in
            if state.isAsked { throw CancellationError() }
            state.address = address
        }
        defer { state.withLock { $0.address = nil } }
        return try body()
    }
}
