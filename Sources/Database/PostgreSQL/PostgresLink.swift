#if PostgreSQL
import CPostgres
import Foundation

/// One connection to a server, used on one thread.
///
/// Calls wait for the server with a deadline: when the server is silent beyond it, the connection is given up.
final class PostgresLink {
    /// A statement and the types of its values; without a name the server does not keep it.
    struct Prepared {
        let name: String
        let parameters: [UInt32]
    }

    /// Statements that are kept, at most; others are prepared each time.
    private static let maximumPrepared = 500

    let handle: OpaquePointer
    let options: PostgresOptions
    private var prepared: [String: Prepared] = [:]
    /// How many names were given; one is not used again, for a statement that could not be described is there all the same.
    private var names = 0
    /// How the next transaction begins: sent together with its first statement, which saves the way there and back.
    private var opening: [String] = []
    /// Whether a statement of this transaction has failed.
    private var hasFailed = false
    /// Whether the answer to a commit is still to be taken.
    private var isSettling = false
    private var columns: [String: Row.Columns] = [:]
    /// How many warnings the server gave; it is told to give nothing less.
    private var warnings = 0
    /// Why it cannot be used any more.
    var isBroken = false

    /// Whether a transaction for one tenant is going on.
    var isForTenant = false
    /// Whether the server was asked to stop a statement: it may do so a little later.
    var wasCancelled = false

    /// Connects, and waits `connectLimit` for each host of the address.
    /// - Throws: `DatabaseError`
    init(_ options: PostgresOptions) throws {
        self.options = options
        guard let handle = Self.connect(options) else { throw DatabaseError(.unavailable, "no memory for a connection") }
        self.handle = handle
        do {
            guard PQstatus(handle) == CONNECTION_OK else {
                throw PostgresFailure(lost: String(cString: PQerrorMessage(handle))).told(statement: nil)
            }
            PQsetnonblocking(handle, 1)
            // Notices would go to standard error. The handle does not outlive this object.
            PQsetNoticeReceiver(
                handle,
                { link, _ in
                    link.map { Unmanaged<PostgresLink>.fromOpaque($0).takeUnretainedValue().warnings += 1 }
                }, Unmanaged.passUnretained(self).toOpaque())
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

    /// What stops a statement from another thread.
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
        let text = statement.text { "$\($0)" }
        let ignores = options.ignoresTenantConditions && isForTenant
        return try run(text: ignores ? Self.withoutTenantConditions(text) : text, statement.values, row: row)
    }

    /// Runs one statement, kept prepared by its text.
    /// - Returns: how many rows it changed.
    @discardableResult
    func run(text: String, _ values: [SQLValue] = [], row: (Row) throws -> Void = { _ in }) throws -> Int {
        do { return try runOne(text, values, row) } catch {
            hasFailed = true
            throw error
        }
    }

    private func runOne(_ text: String, _ values: [SQLValue], _ row: (Row) throws -> Void) throws -> Int {
        try settle()
        let prepared = try prepare(text, isKept: !Self.isSearch(text))
        guard values.count == prepared.parameters.count else {
            throw DatabaseError(.statement, "\(values.count) values for \(prepared.parameters.count) places in: \(text)")
        }
        var encoded: [[UInt8]?] = []
        for (value, type) in zip(values, prepared.parameters) { encoded.append(try PostgresValue.encode(value, as: type)) }
        var changed = 0
        func take(_ result: OpaquePointer) throws {
            changed = Int(String(cString: PQcmdTuples(result))) ?? 0
            try read(result, text, row)
        }
        guard opening.isEmpty else {
            try runAfterOpening(text, take) { try send(prepared, text, encoded) }
            return changed
        }
        try send(prepared, text, encoded)
        try drain(text, take)
        return changed
    }

    // MARK: Beginning and ending

    /// Begins a transaction with its first statement.
    /// - Parameter statements: without values.
    func begin(with statements: [String]) {
        opening = statements
        hasFailed = false
    }

    /// Sends what was to be sent with the first statement, where there is something else to send first.
    func begin() throws {
        try settle()
        guard !opening.isEmpty else { return }
        let text = opening.joined(separator: "; ")
        opening = []
        try run(batch: text)
    }

    /// One message for the opening and a statement (PostgreSQL manual §34.5, pipeline mode).
    private func runAfterOpening(_ text: String, _ body: (OpaquePointer) throws -> Void, send: () throws -> Void) throws {
        let statements = opening
        opening = []
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        for statement in statements {
            guard PQsendQueryParams(handle, statement, 0, nil, nil, nil, nil, 0) == 1 else { throw lost() }
        }
        try send()
        guard PQpipelineSync(handle) == 1 else { throw lost() }
        try flush()
        var failure: (any Error)?
        for statement in statements {
            try take(statement, &failure) { _ in }
        }
        try take(text, &failure, body)
        guard let end = try nextResult() else { throw lost() }
        PQclear(end)
        guard PQexitPipelineMode(handle) == 1 else { throw lost() }
        if let failure { throw failure }
    }

    /// Ends a transaction that has only read, without waiting: the answer is taken before the next statement.
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
            // Not the fault of who comes next, for whom nothing has been sent yet.
            isBroken = true
            throw DatabaseError(.unavailable, "the end of the transaction before failed")
        }
    }

    private static let spoilt = DatabaseError(.statement, "a statement failed, so nothing of the transaction can be kept")

    /// `tenant_id = $1` as a condition that is always true and still takes the value.
    private static func withoutTenantConditions(_ text: String) -> String {
        text.replacing(/((?:[a-z_]+\.)?tenant_id) = (\$[0-9]+)/) { "(\($0.1) = \($0.2) OR TRUE)" }
    }

    var isInTransaction: Bool { PQtransactionStatus(handle) == PQTRANS_INTRANS }

    /// Ends the transaction.
    /// - Throws: when a statement had failed and the body went on: PostgreSQL would say "ROLLBACK" and no word more.
    ///   `UnconfirmedCommit` when the primary has it and no standby has said so.
    func commit() throws {
        guard !hasFailed else { throw Self.spoilt }
        guard opening.isEmpty else {
            opening = []
            return
        }
        try checkWhole()
        warnings = 0
        try run(batch: "COMMIT")
        // A wait for a standby that is given up ends with the word "COMMIT", and a warning (PostgreSQL manual §27.2.8.3).
        guard warnings == 0 else { throw UnconfirmedCommit() }
    }

    private func checkWhole() throws {
        guard PQtransactionStatus(handle) == PQTRANS_INTRANS else {
            throw isBroken || PQstatus(handle) != CONNECTION_OK ? lost() : Self.spoilt
        }
    }

    func rollBack() throws {
        opening = []
        hasFailed = false
        try run(batch: "ROLLBACK")
    }

    // MARK: Parts

    /// Whether the best plan depends on the values: then each run is planned by itself.
    private static func isSearch(_ text: String) -> Bool {
        ["ORDER BY", "GROUP BY", "count("].contains { text.contains($0) }
    }

    /// - Parameter isKept: whether the server keeps it; it is described once either way.
    private func prepare(_ text: String, isKept: Bool) throws -> Prepared {
        if let known = prepared[text] { return known }
        let isKnown = prepared.count < Self.maximumPrepared
        names += 1
        let name = isKept && isKnown ? "s\(names)" : ""
        guard PQsendPrepare(handle, name, text, 0, nil) == 1 else { throw lost() }
        try drain(text) { _ in }
        guard PQsendDescribePrepared(handle, name) == 1 else { throw lost() }
        var parameters: [UInt32] = []
        try drain(text) { result in parameters = (0..<PQnparams(result)).map { PQparamtype(result, $0) } }
        let made = Prepared(name: name, parameters: parameters)
        if isKnown { prepared[text] = made }
        return made
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
                return value.isEmpty ? empty : buffer.baseAddress?.advanced(by: place).assumingMemoryBound(to: CChar.self)
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

    private static func value(_ result: OpaquePointer, _ line: Int32, _ field: Int32, _ type: UInt32) throws -> SQLValue {
        guard PQgetisnull(result, line, field) == 0 else { return .null }
        let length = Int(PQgetlength(result, line, field))
        return try PostgresValue.decode(UnsafeRawBufferPointer(start: PQgetvalue(result, line, field), count: length), type: type)
    }
}
#endif
