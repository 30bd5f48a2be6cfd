extension SQLiteDatabase {
    /// How one SQLite file is opened. The defaults are those of the running service.
    public struct Options: Sendable {
        /// How long a write waits for another process that holds the file; then `.busy`.
        public var busyTimeout: Duration = .seconds(5)
        /// How many reads run side by side; further ones queue.
        public var readers = 5
        /// How long one read may take; then it is interrupted and throws `.tooLong`. A longer snapshot would keep the
        /// WAL from being checkpointed, and so let it grow.
        public var readLimit: Duration = .seconds(5)
        /// How long one list may take: those of many tenants share the readers.
        public var listLimit: Duration = .seconds(2)
        /// For how long a transaction takes further writes in that wait; it ends with the one that runs then.
        public var commitSpan: Duration = .milliseconds(20)
        /// After how many pages of WAL a commit also checkpoints. SQLite's own 1,000 costs a third of bulk insert
        /// speed.
        public var checkpointPages = 4000
        /// The size to which a WAL file is cut back after a checkpoint.
        public var walLimitBytes = 64 << 20
        /// The page cache of each connection; there are `readers + 1` of them.
        public var cacheBytes = 8 << 20
        /// Whether each statement is checked to name its tenant: always in tests and debug builds.
        public var checksTenants: Bool
        /// What the columns called `tenant_id` hold.
        public var tenantColumn: TenantColumn = .uuid

        public init() {
            #if DEBUG
            checksTenants = true
            #else
            checksTenants = false
            #endif
        }
    }

    /// What the columns called `tenant_id` hold.
    public enum TenantColumn: Sendable {
        /// The tenant's UUID: the check also compares the bound values with the tenant of the transaction.
        case uuid
        /// A number that only this database knows: the check asks for the column alone.
        case number
    }
}
