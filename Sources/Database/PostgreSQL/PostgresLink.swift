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
    private struct Prepared {
        let name: String
        /// The types of its values.
        let parameters: [UInt32]
        /// Whether the best plan depends on the values.
        let isSearch: Bool
    }

    /// The maximum number of prepared statements; others are prepared each time.
    private static let maximumPrepared = 500

    let handle: OpaquePointer
    let options: PostgresOptions
    private var prepared: [String: Prepared] = [:]
    /// The number of names used; a name is not reused, because a statement that could not be described exists all the
    /// same.
    private var names = 0
    /// The statements that begin the next transaction: sent together with its first statement, which saves a round
    /// trip.
    private var opening: [Statement] = []
    /// Statements of this transaction that are sent with the next one, or with the commit.
    private var later: [Statement] = []
    /// Whether statements of this transaction are planned by their values.
    private var plansByValues = false
    /// Whether a statement of this transaction has failed.
    private var hasFailed = false
    /// Whether the answer to a commit is still to be taken.
    private var isSettling = false
    private var columns: [String: Row.Columns] = [:]
    /// The number of warnings from the server, which is set to send no lesser messages.
    private var warnings = 0
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

    // MARK: Beginning and ending

    /// Begins a transaction with its first statement.
    func begin(with statements: [Statement]) {
        opening = statements
        later = []
        hasFailed = false
        plansByValues = false
    }

    /// Sends the statements that were deferred to a later one, where another message has to be sent first.
    func begin() throws {
        try settle()
        if !opening.isEmpty || !later.isEmpty { try exchange([]) { _, _ in } }
    }

    /// Sends the deferred and these statements in one message (PostgreSQL manual §34.5, pipeline mode), and takes the
    /// results.
    /// - Parameter body: called with each result of `wanted` and the statement's index.
    private func exchange(_ wanted: [Statement], _ body: (Int, OpaquePointer) throws -> Void) throws {
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
        let encoded = try zip(all, prepared).map(encode)
        (opening, later) = ([], [])
        let skipped = all.count - wanted.count
        guard all.count > 1 else {
            guard let statement = all.first else { return }
            try send(prepared[0], statement.text, encoded[0])
            return try drain(statement.text) { if skipped == 0 { try body(0, $0) } }
        }
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        for place in all.indices { try send(prepared[place], all[place].text, encoded[place]) }
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

    /// Ends a read-only transaction, without waiting: its result is taken before the next statement.
    func commitReading() throws {
        guard !hasFailed else { throw Self.spoilt }
        guard opening.isEmpty else {
            opening = []
            return
        }
        try checkWhole()
        guard PQsendQuery(handle, "COMMIT") == 1, PQflush(handle) >= 0 else { throw lost() }
        isSettling = true
    }

    private func settle() throws {
        guard isSettling else { return }
        isSettling = false
        do { try drain(nil) { _ in } } catch {
            // The next transaction is not at fault: nothing has been sent for it yet.
            isBroken = true
            throw DatabaseError(.unavailable, "the end of the transaction before failed")
        }
    }

    private static let spoilt = DatabaseError(
        .statement,
        "a statement failed, so nothing of the transaction can be kept"
    )

    /// `tenant_id = $1` as a condition that is always true and still takes the value.
    private static func withoutTenantConditions(_ text: String) -> String {
        text.replacing(/((?:[a-z_]+\.)?tenant_id) = (\$[0-9]+)/) { "(\($0.1) = \($0.2) OR TRUE)" }
    }

    var isInTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INTRANS }

    /// Ends the transaction.
    /// - Throws: when a statement had failed and the body continued: PostgreSQL would only answer "ROLLBACK".
    ///   `UnconfirmedCommit` when the primary has it and no standby has confirmed it.
    func commit() throws {
        guard !hasFailed else { throw Self.spoilt }
        guard opening.isEmpty || !later.isEmpty else {
            opening = []
            return
        }
        if opening.isEmpty { try checkWhole() }
        warnings = 0
        try exchange([.commit]) { _, _ in }
        // A commit that stops waiting for a standby answers "COMMIT" with a warning (PostgreSQL manual §27.2.8.3).
        guard warnings == 0 else { throw UnconfirmedCommit() }
    }

    private func checkWhole() throws {
        guard PQtransactionStatus(handle) == PQTRANS_INTRANS else {
            throw isBroken || PQstatus(handle) != CONNECTION_OK ? lost() : Self.spoilt
        }
    }

    func rollBack() throws {
        (opening, later) = ([], [])
        hasFailed = false
        try settle()
        // Statements that were sent without a transaction of their own have ended with their message.
        if PQtransactionStatus(handle) != PQTRANS_IDLE { try run(batch: "ROLLBACK") }
    }

    // MARK: Parts

    /// Whether the best plan depends on the values: then each run is planned separately.
    private static func isSearch(_ statement: Statement) -> Bool {
        !statement.keepsPlan && ["ORDER BY", "GROUP BY", "LIMIT", "count("].contains { statement.text.contains($0) }
    }

    /// Prepares a statement, once for each text.
    private func prepare(_ statement: Statement) throws -> Prepared {
        let text = statement.text
        if let known = prepared[text] { return known }
        if text == Statement.commit.text { return Prepared(name: "", parameters: [], isSearch: false) }
        let isKnown = prepared.count < Self.maximumPrepared
        let isSearch = Self.isSearch(statement)
        names += 1
        let name = !isSearch && isKnown ? "s\(names)" : ""
        guard PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw lost() }
        try drain(text) { _ in }
        guard PQsendDescribePrepared(handle, name) == 1 else { throw lost() }
        var parameters: [UInt32] = []
        try drain(text) { result in parameters = (0..<PQnparams(result)).map { PQparamtype(result, $0) } }
        let made = Prepared(name: name, parameters: parameters, isSearch: isSearch)
        if isKnown { prepared[text] = made }
        return made
    }

    private func encode(_ statement: Statement, _ prepared: Prepared) throws -> [[UInt8]?] {
        let (values, types) = (statement.values, prepared.parameters)
        guard statement.columns.isEmpty else {
            return try statement.columns.map { try PostgresValue.encode($0.values, of: $0.type) }
        }
        guard values.count == types.count else {
            throw DatabaseError(.statement, "\(values.count) values for \(types.count) places in: \(statement.text)")
        }
        return try zip(values, types).map { try PostgresValue.encode($0, as: $1) }
    }

    private func send(_ prepared: Prepared, _ text: String, _ values: [[UInt8]?]) throws {
        // One buffer for all values: their addresses must not move until they are sent.
        let bytes = values.flatMap { $0 ?? [] }
        let lengths = values.map { Int32($0?.count ?? 0) }
        let formats = [Int32](repeating: 1, count: values.count)
        let sent = bytes.withUnsafeBytes { buffer in
            var place = 0
            let empty = UnsafePointer<CChar>(bitPattern: 1)
            let addresses: [UnsafePointer<CChar>?] = values.map { value in
                guard let value else { return nil }
                defer { place += value.count }
                return value.isEmpty
                    ? empty : buffer.baseAddress?.advanced(by: place).assumingMemoryBound(to: CChar.self)
            }
            let count = Int32(values.count)
            guard prepared.name.isEmpty else {
                return PQsendQueryPrepared(handle, prepared.name, count, addresses, lengths, formats, 1)
            }
            return PQsendQueryParams(handle, text, count, prepared.parameters, addresses, lengths, formats, 1)
        }
        guard sent == 1 else { throw lost() }
    }

    private func read(_ result: OpaquePointer, _ text: String, _ body: (Row) throws -> Void) throws {
        let count = PQntuples(result)
        guard count > 0 else { return }
        let width = PQnfields(result)
        let names = columns[text] ?? Row.Columns((0..<width).map { String(cString: PQfname(result, $0)) })
        if columns.count < Self.maximumPrepared { columns[text] = names }
        let types = (0..<width).map { PQftype(result, $0) }
        for line in 0..<count {
            var values: [SQLValue] = []
            values.reserveCapacity(Int(width))
            for field in 0..<width { values.append(try Self.value(result, line, field, types[Int(field)])) }
            try body(Row(columns: names, values: values))
        }
    }

    private static func value(_ result: OpaquePointer, _ line: Int32, _ field: Int32, _ type: UInt32) throws -> SQLValue
    {
        guard PQgetisnull(result, line, field) == 0 else { return .null }
        let length = Int(PQgetlength(result, line, field))
        return try PostgresValue.decode(
            UnsafeRawBufferPointer(start: PQgetvalue(result, line, field), count: length),
            type: type
        )
    }
}
#endif
