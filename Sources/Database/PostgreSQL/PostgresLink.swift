#if PostgreSQL
import CPostgres
import Foundation

/// One connection to a server, used on one thread.
///
/// Calls wait for the server with a deadline: when the server does not respond within it, the connection is closed.
final class PostgresLink {
    /// A statement to send: its text, with a placeholder for each value.
    struct Statement: Sendable {
        let text: String
        var values: [SQLValue] = []
        /// The values of a bulk statement: an array for each placeholder.
        var columns: [Column] = []
        /// See `SQL.keepsPlan`.
        var keepsPlan = false

        /// A statement without values, and too short to be prepared.
        static let commit = Statement(text: "COMMIT")
    }

    /// The values of one column of many rows.
    struct Column: Sendable {
        /// The type of each value.
        let type: UInt32
        let values: [SQLValue]
    }

    /// A statement that the server has prepared; without a name the server does not keep it.
    struct Prepared {
        let name: String
        /// The types of its values.
        let parameters: [UInt32]
        /// Whether the best plan depends on the values.
        let isSearch: Bool
    }

    /// The maximum number of prepared statements; others are prepared each time.
    static let maximumPrepared = 500

    let handle: OpaquePointer
    let options: PostgresOptions
    var prepared: [String: Prepared] = [:]
    /// The number of names used; a name is not reused, because a statement that could not be described exists all the
    /// same.
    var names = 0
    /// The statements that begin the next transaction: sent together with its first statement, which saves a round
    /// trip.
    var opening: [Statement] = []
    /// Statements of this transaction that are sent with the next one, or with the commit.
    var later: [Statement] = []
    /// Whether statements of this transaction are planned by their values.
    var plansByValues = false
    /// Whether a statement of this transaction has failed.
    var hasFailed = false
    /// Whether the answer to a commit is still to be taken.
    var isSettling = false
    var columns: [String: Row.Columns] = [:]
    /// The number of warnings from the server, which is set to send no lesser messages.
    var warnings = 0
    /// Whether the connection cannot be used any more.
    var isBroken = false

    /// Whether a transaction for one tenant is open.
    var isForTenant = false
    /// No statement of the transaction is sent after this; nil without a limit.
    var lastStart: ContinuousClock.Instant?
    /// Whether a cancel request was sent: it may take effect a little later.
    var wasCancelled = false

    /// Connects, and waits `connectLimit` for each host of the address.
    /// - Throws: `DatabaseError`
    init(_ options: PostgresOptions) throws {
        self.options = options
        guard let handle = Self.connect(options) else {
            throw DatabaseError(.unavailable, "no memory for a connection")
        }
        self.handle = handle
        do {
            guard PQstatus(handle) == CONNECTION_OK else {
                throw PostgresFailure(lost: String(cString: PQerrorMessage(handle))).databaseError(statement: nil)
            }
            PQsetnonblocking(handle, 1)
            // Notices would be printed to standard error. The handle does not outlive this object.
            PQsetNoticeReceiver(
                handle,
                { link, _ in
                    link.map { Unmanaged<PostgresLink>.fromOpaque($0).takeUnretainedValue().warnings += 1 }
                },
                Unmanaged.passUnretained(self).toOpaque()
            )
            try setUp()
        } catch {
            finish()
            throw error
        }
    }

    private var isFinished = false

    deinit { finish() }

    func finish() {
        guard !isFinished else { return }
        isFinished = true
        isBroken = true
        PQfinish(handle)
    }

    /// Returns the handle that cancels a statement from another thread.
    func canceller() -> OpaquePointer? { PQgetCancel(handle) }

    // MARK: Statements

    /// Runs several statements without values in one message, as made by this engine.
    /// - Returns: the first value of the last one, as text.
    @discardableResult
    func run(batch text: String) throws -> String? {
        try begin()
        guard PQsendQuery(handle, text) == 1 else { throw lost() }
        var value: String?
        try drain(nil) { result in value = PQntuples(result) > 0 ? String(cString: PQgetvalue(result, 0, 0)) : nil }
        return value
    }

    /// Runs a statement of `SQL` with its values bound.
    /// - Returns: how many rows it changed.
    @discardableResult
    func run(_ statement: SQL, row: (Row) throws -> Void = { _ in }) throws -> Int {
        try run(prepare(statement), row: row)
    }

    /// Runs one statement without values, kept prepared by its text.
    /// - Returns: how many rows it changed.
    @discardableResult
    func run(text: String, row: (Row) throws -> Void = { _ in }) throws -> Int {
        try run(Statement(text: text), row: row)
    }

    @discardableResult
    func run(_ statement: Statement, row: (Row) throws -> Void = { _ in }) throws -> Int {
        var changed = 0
        try exchange([statement]) { _, result in
            changed = Int(String(cString: PQcmdTuples(result))) ?? 0
            try read(result, statement.text, row)
        }
        return changed
    }

    /// Runs statements in one round trip.
    /// - Returns: the rows of each.
    func rows(of statements: [SQL]) throws -> [[Row]] {
        let wanted = statements.map(prepare)
        var rows = [[Row]](repeating: [], count: wanted.count)
        try exchange(wanted) { place, result in try read(result, wanted[place].text) { rows[place].append($0) } }
        return rows
    }

    /// Runs the statements of several parts in one round trip.
    /// - Parameter finished: called with the index of each part and the rows of its statements, as soon as they arrive.
    /// - Throws: when a statement failed: then neither its part nor a later one was passed to `finished`.
    func rows(ofEach parts: [ShortRead.Part], _ finished: (Int, [[Row]]) -> Void) throws {
        var wanted: [Statement] = []
        var owners: [(part: Int, place: Int?)] = []
        for (number, part) in parts.enumerated() {
            wanted.append(part.scope.setting)
            owners.append((number, nil))
            wanted += part.statements.map(prepare)
            owners += part.statements.indices.map { (number, $0) }
        }
        var rows = parts.map { [[Row]](repeating: [], count: $0.statements.count) }
        try exchange(wanted) { place, result in
            guard let own = owners[place].place else { return }
            let number = owners[place].part
            try read(result, wanted[place].text) { rows[number][own].append($0) }
            if own + 1 == rows[number].count { finished(number, rows[number]) }
        }
    }

    /// Sends a statement with the next one, or with the commit.
    func runLater(_ statement: SQL) { runLater(prepare(statement)) }

    func runLater(_ statement: Statement) { later.append(statement) }

    private func prepare(_ statement: SQL) -> Statement {
        let text = statement.text { "$\($0)" }
        let ignores = options.ignoresTenantConditions && isForTenant
        return Statement(
            text: ignores ? Self.withoutTenantConditions(text) : text,
            values: statement.values,
            keepsPlan: statement.keepsPlan
        )
    }

    /// Sends the deferred and these statements in one message (PostgreSQL manual §34.5, pipeline mode), and takes the
    /// results.
    /// - Parameter body: called with each result of `wanted` and the statement's index.
    func exchange(_ wanted: [Statement], _ body: (Int, OpaquePointer) throws -> Void) throws {
        do { try exchangeOnce(wanted, body) } catch {
            hasFailed = true
            throw error
        }
    }

    private func exchangeOnce(_ wanted: [Statement], _ body: (Int, OpaquePointer) throws -> Void) throws {
        if let lastStart, .now > lastStart { throw DatabaseError.tookTooLong }
        try settle()
        var all = opening + later + wanted
        var prepared = try all.map(prepare)
        if options.role != nil, !plansByValues, let first = prepared.firstIndex(where: \.isSearch) {
            // It is inserted before all of `wanted`, so that their indexes among the results stay unchanged.
            let place = min(first, all.count - wanted.count)
            all.insert(Self.planningByValues, at: place)
            prepared.insert(try prepare(Self.planningByValues), at: place)
            plansByValues = true
        }
        let message = Message(
            statements: all,
            prepared: prepared,
            values: try zip(all, prepared).map(encode),
            skipped: all.count - wanted.count
        )
        (opening, later) = ([], [])
        guard all.count > 1 else {
            guard let statement = all.first else { return }
            try send(prepared[0], statement.text, message.values[0])
            return try drain(statement.text) { if message.skipped == 0 { try body(0, $0) } }
        }
        try pipeline(message, body)
    }

    /// Statements that are sent together.
    private struct Message {
        let statements: [Statement]
        let prepared: [Prepared]
        let values: [[[UInt8]?]]
        /// The number of first statements whose results are not asked for.
        let skipped: Int
    }

    private func pipeline(_ message: Message, _ body: (Int, OpaquePointer) throws -> Void) throws {
        let (all, skipped) = (message.statements, message.skipped)
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        for place in all.indices { try send(message.prepared[place], all[place].text, message.values[place]) }
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        try flush()
        var failure: (any Error)?
        for place in all.indices {
            // Only the warnings of the last statement, a commit, are needed.
            warnings = 0
            try take(all[place].text, &failure) { if place >= skipped { try body(place - skipped, $0) } }
        }
        guard let end = try nextResult() else { throw lost() }
        PQclear(end)
        guard PQexitPipelineMode(handle) == 1 else { throw lost() }
        if let failure { throw failure }
    }

    /// Prepared statements use a generic plan, as set for the connection; searches must not.
    private static let planningByValues = Statement(
        text:
            "SELECT set_config('plan_cache_mode', 'force_custom_plan', true), set_config('join_collapse_limit', '8', true)"
    )

    static let spoilt = DatabaseError(
        .statement,
        "a statement failed, so nothing of the transaction can be kept"
    )

    /// `tenant_id = $1` as a condition that is always true and still takes the value.
    private static func withoutTenantConditions(_ text: String) -> String {
        text.replacing(/((?:[a-z_]+\.)?tenant_id) = (\$[0-9]+)/) { "(\($0.1) = \($0.2) OR TRUE)" }
    }

    var isInTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INTRANS }
}
#endif
