#if PostgreSQL
import Synchronization

/// Owns one connection of the pool, with the thread that it is used on.
actor PostgresConnection {
    /// The result of a transaction that ended in an error.
    enum Outcome: Error {
        /// The transaction was not committed.
        case failed(any Error)
        /// The connection was lost before anything could be committed: it can be run again.
        case lostBefore(any Error)
        /// Another request in this message failed: this one can be run again, by itself.
        case spoilt
        /// The connection was lost during the commit, or no standby has confirmed it: look for this mark.
        case unknown(PostgresMark, any Error)
    }

    let id: ConnectionPool.ConnectionID
    private nonisolated let executor: ThreadExecutor
    private let options: PostgresOptions
    private let changes: ChangeFeed
    private let condition = Mutex(Condition.closed)
    private var link: PostgresLink?
    private var tables = PostgresTables()

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether the connection can be used again.
    nonisolated var state: Condition { condition.withLock { $0 } }

    enum Condition {
        case open
        /// Closed on purpose; other connections are not affected.
        case closed
        /// Closed by the server or the network; other connections most likely are too.
        case lost
    }

    init(_ id: ConnectionPool.ConnectionID, options: PostgresOptions, changes: ChangeFeed) {
        self.id = id
        self.changes = changes
        self.options = options
        executor = ThreadExecutor(label: "gatehouse.postgres.\(options.schema).\(id)")
    }

    func open() throws {
        link = try PostgresLink(options)
        condition.withLock { $0 = .open }
    }

    func close() {
        condition.withLock { $0 = .closed }
        link?.finish()
        link = nil
    }

    func read<Result: Sendable>(
        _ scope: Scope,
        _ interruption: PostgresInterruption,
        limit: Duration? = nil,
        _ body: @Sendable (any ReadTransaction) throws -> Result
    ) throws -> Result {
        let link = try opened()
        link.lastStart = limit.map { .now + $0 }
        defer { link.lastStart = nil }
        do {
            let result = try interruption.covering(link) {
                link.begin(with: [Self.beginReading, scope.setting])
                link.isForTenant = scope.isTenant
                defer { link.isForTenant = false }
                let result = try body(PostgresTransaction(link, tables: tables, schema: options.schema, scope))
                interruption.endCovering(link)
                try link.commitReading()
                return result
            }
            if link.wasCancelled { close() }
            return result
        } catch {
            throw ended(link, error) ? Outcome.lostBefore(error) : Outcome.failed(mapError(error, link))
        }
    }

    /// Runs statements that only read in one message, which is their transaction.
    func rows(_ part: ShortRead.Part, _ interruption: PostgresInterruption) throws -> [[Row]] {
        let link = try opened()
        do {
            let rows = try interruption.covering(link) {
                link.begin(with: [part.scope.setting])
                link.isForTenant = part.scope.isTenant
                defer { link.isForTenant = false }
                return try link.rows(of: part.statements)
            }
            if link.wasCancelled { close() }
            return rows
        } catch {
            throw ended(link, error) ? Outcome.lostBefore(error) : Outcome.failed(mapError(error, link))
        }
    }

    /// Answers short reads together: one message, one transaction, and one switch of threads for all. The first is the
    /// caller's.
    ///
    /// None is interrupted when its task is cancelled: that would interrupt the others.
    /// - Parameter others: returns further reads to answer, called when this connection's turn begins.
    func rows(
        _ first: ShortRead.Part,
        _ interruption: PostgresInterruption,
        with others: () -> [ShortRead]
    ) throws -> [[Row]] {
        let link = try opened()
        let others = others()
        guard !others.isEmpty else { return try rows(first, interruption) }
        var own: [[Row]]?
        var answered = 0
        do {
            link.begin(with: [])
            link.isForTenant = true
            defer { link.isForTenant = false }
            try link.rows(ofEach: [first] + others.map(\.part)) { number, rows in
                if number == 0 { own = rows } else { others[number - 1].answer(.success(rows)) }
                answered = number
            }
        } catch {
            // The failing statement is unknown: one of any part may not even have been prepared.
            let outcome = ended(link, error) ? Outcome.lostBefore(error) : Outcome.spoilt
            for other in others.dropFirst(answered) { other.answer(.failure(outcome)) }
            guard let own else { throw outcome }
            return own
        }
        guard let own else { throw Outcome.failed(DatabaseError(.statement, "a read without statements")) }
        return own
    }

    /// - Returns: nil when the previous attempt was committed.
    func write<Result: Sendable>(
        _ write: PostgresWrite<Result>,
        _ interruption: PostgresInterruption
    ) throws -> Result? {
        let link = try opened()
        let (scope, doubtful) = (write.scope, write.doubtful)
        let mark = PostgresMark()
        // The mark to look for when this commit gets no response.
        var sought = mark
        var isCommitting = false
        do {
            let result = try interruption.covering(link) { () throws -> Result? in
                // The transaction takes the lock first: once it holds it, the attempt before has ended one way or the
                // other. A shared lock would not wait.
                let order = doubtful == nil ? write.order : .serial
                link.begin(with: [Self.beginWriting, scope.setting, Self.lock(scope, order), mark.statement])
                if let doubtful, try doubtful.isThere(on: link) {
                    // The new mark is written after the previous attempt: when a standby has confirmed it, it has that
                    // attempt too.
                    (sought, isCommitting) = (doubtful, true)
                    interruption.endCovering(link)
                    try link.commit()
                    return nil
                }
                link.isForTenant = scope.isTenant
                defer { link.isForTenant = false }
                let transaction = PostgresTransaction(link, tables: tables, schema: options.schema, scope, order)
                let result = try write.body(transaction)
                write.keep(result)
                interruption.endCovering(link)
                isCommitting = true
                try link.commit()
                changes.notify(transaction.announced)
                return result
            }
            if link.wasCancelled { close() }
            return result
        } catch let error as UnconfirmedCommit {
            if link.wasCancelled { close() }
            throw Outcome.unknown(sought, error)
        } catch {
            guard ended(link, error) else { throw Outcome.failed(mapError(error, link)) }
            guard isCommitting else { throw Outcome.lostBefore(error) }
            throw Outcome.unknown(sought, error)
        }
    }

    /// Runs statements outside of the usual transactions: for migrations and locks of a session.
    func run<Result: Sendable>(_ body: @Sendable (PostgresLink) throws -> Result) throws -> Result {
        let link = try opened()
        do { return try body(link) } catch {
            _ = ended(link, error)
            throw error
        }
    }

    private func opened() throws -> PostgresLink {
        guard let link else { throw DatabaseError(.unavailable, "the connection is closed") }
        return link
    }

    /// Ends an unfinished transaction.
    /// - Returns: whether the connection was lost.
    private func ended(_ link: PostgresLink, _ error: any Error) -> Bool {
        tables = PostgresTables()
        let wasLost = link.isBroken
        if wasLost {
            condition.withLock { $0 = .lost }
            return true
        }
        // A late cancellation would hit the next transaction on this connection.
        guard !link.wasCancelled else {
            close()
            return false
        }
        do { try link.rollBack() } catch {
            link.finish()
            condition.withLock { $0 = .lost }
        }
        return false
    }

    /// Names the columns of a unique key instead of the index that holds it, as SQLite does.
    private func mapError(_ error: any Error, _ link: PostgresLink) -> any Error {
        guard let error = error as? DatabaseError, case .unique(let indexes) = error.kind, let index = indexes.first,
            !link.isBroken
        else { return error }
        var columns: [String] = []
        do {
            try link.run(
                """
                SELECT t.relname || '.' || a.attname AS name FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
                JOIN pg_class t ON t.oid = i.indrelid JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
                WHERE c.relname = \(index) AND c.relnamespace = current_schema()::regnamespace ORDER BY a.attnum
                """
            ) { columns.append(try $0.get("name")) }
        } catch {
            if link.isBroken { condition.withLock { $0 = .lost } }
            return error
        }
        return DatabaseError(.unique(columns: columns), error.detail)
    }

    private static let beginReading = PostgresLink.Statement(text: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    private static let beginWriting = PostgresLink.Statement(text: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")

    /// Writes of one tenant run one after the other, as on SQLite, on all nodes: data that a body has read is still
    /// true when it writes. So do those of the installation for one reason. Concurrent ones share the lock with each
    /// other.
    private static func lock(_ scope: Scope, _ order: WriteOrder) -> PostgresLink.Statement {
        switch scope {
        case .tenant(let id): PostgresLock.tenant(id).statement(order)
        case .installation(let reason): PostgresLock.reason(reason.text).statement(order)
        }
    }
}
#endif
