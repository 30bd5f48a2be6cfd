import Dispatch
import GRDB
import GRDBSQLite

extension SQLiteDatabase.Options {
    var configuration: Configuration {
        var configuration = Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        configuration.maximumReaderCount = readers
        configuration.prepareDatabase { [self] connection in
            for pragma in pragmas { try connection.execute(sql: "PRAGMA \(pragma)") }
        }
        return configuration
    }

    private var pragmas: [String] {
        [
            "secure_delete = ON",  // deleted content is overwritten
            "trusted_schema = OFF",
            "cell_size_check = ON",
            "mmap_size = 0",  // a failed read is an error, not a signal
            "temp_store = MEMORY",
            "cache_size = -\(cacheBytes >> 10)",
            "wal_autocheckpoint = \(checkpointPages)",
            "journal_size_limit = \(walLimitBytes)",
        ]
    }
}

extension GRDB.Database {
    /// Makes each commit wait for the disk, and checks the setting.
    ///
    /// `DatabasePool.init` sets `synchronous = NORMAL` after `prepareDatabase`, so this must follow it.
    func makeCommitsDurable() throws {
        try execute(sql: "PRAGMA synchronous = FULL")
        let level = try Int.fetchOne(self, sql: "PRAGMA synchronous")
        guard level == 2 else {
            throw DatabaseError(.unavailable, "SQLite did not accept synchronous=FULL; it reads \(level ?? -1)")
        }
    }

    /// Runs `body`, interrupting its statements after `limit`.
    func limited<Result>(to limit: Duration, _ body: () throws -> Result) rethrows -> Result {
        let connection = sqliteConnection
        let end = DispatchTime.now().uptimeNanoseconds + UInt64(max(limit / .nanoseconds(1), 0))
        // The context is the time itself, not an address, so no object has to be kept alive. A thousand steps take some
        // 10 µs.
        sqlite3_progress_handler(
            connection,
            1000,
            { context in DispatchTime.now().uptimeNanoseconds > UInt64(UInt(bitPattern: context)) ? 1 : 0 },
            UnsafeMutableRawPointer(bitPattern: UInt(end))
        )
        defer { sqlite3_progress_handler(connection, 0, nil, nil) }
        return try body()
    }
}
