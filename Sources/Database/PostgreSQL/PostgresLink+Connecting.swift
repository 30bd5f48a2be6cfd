#if PostgreSQL
import CPostgres
import Foundation

extension PostgresLink {
    /// - Returns: nil when there is no memory for it; whether it is connected, its status says.
    static func connect(_ options: PostgresOptions) -> OpaquePointer? {
        let seconds = max(2, Int((options.connectLimit / .seconds(1)).rounded(.up)))
        let settings: [(String, String)] = [
            ("fallback_application_name", options.applicationName), ("keepalives_idle", "10"),
            ("keepalives_interval", "3"),
            ("keepalives_count", "3"), ("tcp_user_timeout", "5000"),
            // It is expanded in its place: what it says wins over what stands before, and what stands behind wins over
            // it.
            ("dbname", options.url), ("connect_timeout", String(seconds)), ("client_encoding", "UTF8"),
        ]
        let names = settings.map { strdup($0.0) } + [nil]
        let values = settings.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        return PQconnectdbParams(names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
    }

    /// What holds for every transaction of this connection.
    func setUp() throws {
        let version = PQserverVersion(handle)
        guard version >= 140_000 else {
            throw DatabaseError(.unavailable, "PostgreSQL \(version / 10_000) is too old; Gatehouse needs 14 or newer")
        }
        let limits = [
            ("statement_timeout", options.statementLimit), ("lock_timeout", options.lockLimit),
            ("idle_in_transaction_session_timeout", options.idleLimit),
        ]
        // Unless it is named, the schema of temporary tables comes first. The owner makes none.
        let path = options.role == nil ? options.schema : "\(options.schema), pg_temp"
        var text = "SET search_path TO \(path); SET client_min_messages TO warning; SET timezone TO 'UTC'"
        // What runs here is short: compiling it, or sharing it out to other processes, costs more than it saves.
        text += "; SET jit TO off; SET max_parallel_workers_per_gather TO 0"
        for (name, limit) in limits { text += "; SET \(name) TO \(Int(limit / .milliseconds(1)))" }
        if let role = options.role {
            // Statements without a transaction of their own only read, on one snapshot; a write says that it writes.
            // Which plan serves all values of a statement is decided here, statement by statement, and not by what the
            // server guesses.
            text += "; SET default_transaction_read_only TO on; SET default_transaction_isolation TO 'repeatable read'"
            text += "; SET plan_cache_mode TO force_generic_plan; SET ROLE \(role)"
            // Such a plan is often made while the tables are small or not yet analysed, and serves when they are large:
            // tables are joined in the order in which the statement names them, which begins with the row that is asked
            // for.
            text += "; SET join_collapse_limit TO 1"
        }
        try run(batch: text)
    }
}
#endif
