import GRDBSQLite

/// Reports, from SQLite itself, which tables a statement uses, on a connection beside the real ones.
///
/// The connection is separate because a connection has one authorizer, and GRDB uses it there. Foreign keys are off
/// here, so SQLite's own actions for them are not reported.
final class SchemaAuthorizer {
    /// Records the authorizer's calls while one statement was prepared.
    private final class Record {
        var tables: Set<String> = []
        let triggers: Set<String>

        init(triggers: Set<String>) { self.triggers = triggers }
    }

    private let connection: OpaquePointer
    private(set) var version: Int64 = -1
    /// The tables with a column `tenant_id`, in lower case.
    private(set) var tenantTables: Set<String> = []
    private var triggers: Set<String> = []

    init?(path: String) {
        var connection: OpaquePointer?
        let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let connection else {
            sqlite3_close(connection)
            return nil
        }
        sqlite3_busy_timeout(connection, 1000)
        self.connection = connection
    }

    deinit { sqlite3_close(connection) }

    /// Reads the schema again if it has changed.
    /// - Returns: whether it had changed.
    func refresh() -> Bool {
        let current = Int64(column(of: "PRAGMA schema_version").first ?? "") ?? -1
        guard current != version else { return false }
        version = current
        triggers = Set(column(of: "SELECT lower(name) FROM sqlite_master WHERE type = 'trigger'"))
        tenantTables = Set(
            column(
                of: """
                    SELECT lower(t.name) FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
                    WHERE t.type = 'table' AND c.name = 'tenant_id'
                    """
            )
        )
        return true
    }

    /// Returns the tables that a statement reads or changes by its own text, not by triggers; for views the tables
    /// under them.
    /// - Returns: nil when the statement cannot be prepared: the real connection will report the error.
    func tables(in text: String) -> Set<String>? {
        let record = Record(triggers: triggers)
        sqlite3_set_authorizer(
            connection,
            { context, action, table, _, _, cause in
                guard let context, let table else { return SQLITE_OK }
                guard [SQLITE_READ, SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action) else {
                    return SQLITE_OK
                }
                let record = Unmanaged<Record>.fromOpaque(context).takeUnretainedValue()
                if let cause, record.triggers.contains(String(cString: cause).lowercased()) { return SQLITE_OK }
                record.tables.insert(String(cString: table).lowercased())
                return SQLITE_OK
            },
            Unmanaged.passUnretained(record).toOpaque()
        )
        defer { sqlite3_set_authorizer(connection, nil, nil) }
        return withExtendedLifetime(record) {
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            return sqlite3_prepare_v2(connection, text, -1, &statement, nil) == SQLITE_OK ? record.tables : nil
        }
    }

    private func column(of text: String) -> [String] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(connection, text, -1, &statement, nil) == SQLITE_OK else { return [] }
        var values: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            if let value = sqlite3_column_text(statement, 0) { values.append(String(cString: value)) }
        }
        return values
    }
}
