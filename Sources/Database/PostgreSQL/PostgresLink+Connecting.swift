#if PostgreSQL
import CPostgres
import Foundation

extension PostgresLink {
    /// - Returns: nil when memory is exhausted; its status says whether it is connected.
    static func connect(_ options: PostgresOptions) -> OpaquePointer? {
        let seconds = max(2, Int((options.connectLimit / .seconds(1)).rounded(.up)))
        let settings: [(String, String)] = [
            ("fallback_application_name", options.applicationName), ("keepalives_idle", "10"),
            ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "5000"),
            // The URL is expanded in this place: its parameters override those before it, and are overridden by those
            // after it.
            ("dbname", options.url), ("connect_timeout", String(seconds)), ("client_encoding", "UTF8"),
        ]
        let names = settings.map { strdup($0.0) } + [nil]
        let values = settings.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        return PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    }

    /// Sets up the session for every transaction of this connection.
    func setUp() throws {
        let version = PQserverVersion(handle)
        guard version >= 140_000 else {
            throw DatabaseError(.unavailable, "PostgreSQL \(version / 10_000) is too old; Gatehouse needs 14 or newer")
        }
        let limits = [
            ("statement_timeout", options.statementLimit), ("lock_timeout", options.lockLimit),
            ("idle_in_transaction_session_timeout", options.idleLimit),
        ]
        // Unless it is named, the schema of temporary tables is searched first. The owner's session creates none.
        let path = options.role == nil ? options.schema : "\(options.schema), pg_temp"
        var text = "SET search_path TO \(path); SET client_min_messages TO warning; SET timezone TO 'UTC'"
        // The statements are short: JIT compilation, or parallel workers, would cost more than they save.
        text += "; SET jit TO off; SET max_parallel_workers_per_gather TO 0"
        for (name, limit) in limits { text += "; SET \(name) TO \(Int(limit / .milliseconds(1)))" }
        if let role = options.role {
            // A statement without a transaction only reads, on one snapshot; a write begins a read-write transaction.
            // The code, not the server's estimate, decides which statements use one generic plan for all values.
            text += "; SET default_transaction_read_only TO on; SET default_transaction_isolation TO 'repeatable read'"
            text += "; SET plan_cache_mode TO force_generic_plan; SET ROLE \(role)"
            // A generic plan is often made while the tables are small or not yet analysed, and used when they are
            // large: tables are joined in the order in which the statement names them, which begins with the selected
            // row.
            text += "; SET join_collapse_limit TO 1"
        }
        try run(batch: text)
    }
}
#endif
