import Database
import Synchronization

/// Checks that no statement of a store walks a table that grows with users, sessions, events or time.
///
/// - No such table is read without an index condition.
/// - In a transaction for one tenant, that condition compares `tenant_id`, after no other columns than ones compared for
///   equality, so that no tenant waits for the rows of another.
///
/// On PostgreSQL only the statements for one tenant are checked, and only the first rule: on the empty tables of a test
/// its planner joins whole indexes, and finds an address in any index that has it.
public final class PlanRule: StatementObserver {
    /// All tests have the same schema, so one of them explains a statement for all.
    public static let shared = PlanRule()

    static let growing: Set<String> = [
        "audit_entries", "counted_events", "event_counts", "event_totals", "events", "failure_users", "identities",
        "session_refresh", "sessions", "user_terms", "users",
    ]
    /// On PostgreSQL these consist of partitions, named `events_…`.
    private static let partitioned = ["events", "event_counts"]
    /// A restored installation serves no one while it ends all sessions.
    private static let exemptReasons: Set<String> = ["restore"]

    private struct Key: Hashable {
        let isForTenant: Bool
        let text: String
    }

    /// The violation of each statement, or an empty text.
    private let verdicts = Mutex<[Key: String]>([:])

    init() {}

    public func check(_ statement: ObservedStatement) throws {
        guard let violation = verdicts.withLock({ $0[Self.key(statement)] }), !violation.isEmpty else { return }
        throw Self.error(violation, statement)
    }

    public func needsPlan(of statement: ObservedStatement) -> Bool {
        switch statement.scope {
        case .tenant: if PostgresServer.ignoresTenantConditions { return false }
        case .installation(let reason):
            if TestEngine.isPostgres || Self.exemptReasons.contains(reason.text) { return false }
        }
        return verdicts.withLock { $0[Self.key(statement)] == nil }
    }

    public func check(_ statement: ObservedStatement, plan: [String]) throws {
        let engine: DatabaseEngine = TestEngine.isPostgres ? .postgres : .sqlite
        let violation = Self.violation(StatementPlan(plan, of: engine), of: statement)
        verdicts.withLock { $0[Self.key(statement)] = violation ?? "" }
        if let violation { throw Self.error("\(violation): \(plan.joined(separator: "; "))", statement) }
    }

    static func violation(
        _ plan: StatementPlan,
        of statement: ObservedStatement
    ) -> String? {
        let names = tables(in: statement.text)
        for use in plan.uses {
            guard let table = growingTable(use.name, names) else { continue }
            guard let condition = use.condition else { return "walks all rows of \(table)" }
            guard case .tenant = statement.scope, plan.engine == .sqlite else { continue }
            guard beginsWithTenant(condition) else {
                return "finds rows of \(table) by \(condition), and not by the tenant first"
            }
        }
        return nil
    }

    /// Whether only rows of the tenant are visited: the columns up to `tenant_id` are all compared for equality.
    private static func beginsWithTenant(_ condition: String) -> Bool {
        let parts = condition.split(separator: " AND ").map { $0.trimmingPrefix { $0 == " " } }
        guard let tenant = parts.firstIndex(of: "tenant_id=?") else { return false }
        return parts[..<tenant].allSatisfy { $0.hasSuffix("=?") }
    }

    private static func growingTable(_ name: String, _ names: [String: String]) -> String? {
        let table = names[name.lowercased()] ?? name.lowercased()
        if growing.contains(table) { return table }
        return partitioned.first { table.hasPrefix("\($0)_") }
    }

    /// Returns the growing tables by the names that a statement gives them.
    private static func tables(in text: String) -> [String: String] {
        var names: [String: String] = [:]
        collect(SQLTokens(text).all, &names)
        return names
    }

    private static let wordsAfterTable: Set<String> = [
        "and", "cross", "group", "indexed", "inner", "join", "left", "limit", "natural", "not", "on", "or", "order",
        "returning", "select", "set", "union", "using", "values", "where",
    ]

    private static func collect(_ tokens: [SQLToken], _ names: inout [String: String]) {
        for (index, token) in tokens.enumerated() {
            switch token {
            case .group(let inner), .choice(let inner): collect(inner, &names)
            default:
                guard let table = token.identifier, growing.contains(table) else { continue }
                var rest = tokens[(index + 1)...]
                if rest.first?.isWord("as") == true { rest.removeFirst() }
                guard let name = rest.first?.identifier, !wordsAfterTable.contains(name) else { continue }
                names[name] = table
            }
        }
    }

    private static func key(_ statement: ObservedStatement) -> Key {
        if case .tenant = statement.scope { return Key(isForTenant: true, text: statement.text) }
        return Key(isForTenant: false, text: statement.text)
    }

    /// Callers of a store see only `.unavailable`, so the violation is printed too.
    private static func error(_ violation: String, _ statement: ObservedStatement) -> DatabaseError {
        print("Plan violation: the statement \(violation): \(statement.text)")
        return DatabaseError(.statement, "the statement \(violation): \(statement.text)")
    }
}
