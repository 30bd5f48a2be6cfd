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
