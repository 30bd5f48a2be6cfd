import CSQLite

enum SQLiteMemory {
    /// Whether SQLite allocates without a lock of the whole process. By default it counts the bytes that it allocates, and
    /// its threads wait for each other at each allocation (`SQLITE_CONFIG_MEMSTATUS`). It can be told only before its
    /// first use, so everything that opens a connection reads this first.
    static let isWithoutLock = gatehouse_sqlite_stop_memory_statistics() == SQLITE_OK
}
