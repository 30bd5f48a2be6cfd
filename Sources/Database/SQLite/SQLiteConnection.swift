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

extension SQLiteDatabase {
    /// Configures how one SQLite file is opened. The defaults are those of the running service.
    public struct Options: Sendable {
        /// How long a write waits for another process that holds the file; then `.busy`.
        public var busyTimeout: Duration = .seconds(5)
        /// The number of concurrent reads; further ones queue.
        public var readers = 5
        /// The time limit of one read; beyond it the read is interrupted and throws `.tooLong`. A longer snapshot would
        /// keep the WAL from being checkpointed, and so let it grow.
        public var readLimit: Duration = .seconds(5)
        /// The time limit of one list: the lists of many tenants share the readers.
        public var listLimit: Duration = .seconds(2)
        /// How long a transaction accepts further writes; it ends with the write that runs then.
        public var commitSpan: Duration = .milliseconds(20)
        /// The number of WAL pages after which a commit also checkpoints. SQLite's own 1,000 costs a third of bulk
        /// insert speed.
        public var checkpointPages = 4000
        /// The size to which a WAL file is cut back after a checkpoint.
        public var walLimitBytes = 64 << 20
        /// The page cache of each of the `readers + 1` connections.
        public var cacheBytes = 8 << 20

        public init() {}
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
