#if PostgreSQL
import Dispatch
import Foundation
import Synchronization

/// A database in one schema of a PostgreSQL server, shared by any number of nodes.
///
/// - Bodies run on threads of their own, one for each connection. None blocks the cooperative pool.
/// - Writes of one tenant run one after the other on all nodes (advisory locks), as they do on SQLite.
/// - A connection that is lost before the commit is replaced and the body runs again; when it is lost during the
///   commit, a mark that each write leaves shows whether it was committed, so a write is done once or not at all.
/// - Cancelling the calling task cancels the statement that runs.
public final class PostgresDatabase: Database {
    struct State {
        var pool: ConnectionPool
        var waiting: [ConnectionPool.Ticket: Waiting] = [:]
        var connections: [ConnectionPool.ConnectionID: PostgresConnection] = [:]
        var nextTicket: ConnectionPool.Ticket = 0
        var lastFailure: DatabaseError?
    }

    struct Waiting {
        let continuation: CheckedContinuation<Granted, any Error>
        /// The short read, which may be answered on the connection of another one.
        let part: ShortRead.Part?
    }

    enum Granted {
        case connection(PostgresConnection)
        /// The connection of another read has answered.
        case rows([[Row]])
    }

    /// The number of times a body is run when connections are lost.
    private static let attempts = 3
    /// How long a commit's outcome is queried: longer than the server keeps a transaction whose client is gone.
    private static let resolution = Duration.seconds(8)

    public let engine = DatabaseEngine.postgres
    public let changes = ChangeFeed(isLive: false)
    let options: PostgresOptions
    let state: Mutex<State>
    private let listener = Mutex<PostgresListener?>(nil)
    let timer = DispatchQueue(label: "gatehouse.postgres.pool")

    /// Opens no connection yet: the first use does.
    public init(_ options: PostgresOptions) {
        self.options = options
        var limits = ConnectionPool.Limits()
        limits.connections = options.connections
        limits.waiting = options.waiting
        limits.patience = UInt64(options.patience / .nanoseconds(1))
        state = Mutex(State(pool: ConnectionPool(limits: limits)))
    }

    public func read<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        try await again(Turn(scope)) { try await $0.read(scope, $1, body) }
    }

    public func readList<Result: Sendable>(
        _ scope: Scope,
        _ body: @escaping @Sendable (any ReadTransaction) throws -> Result
    ) async throws -> Result {
        let limit = options.listLimit
        return try await again(Turn(scope, .list), limit: limit) { try await $0.read(scope, $1, limit: limit, body) }
    }

    /// Runs the statements without an explicit transaction: one message to the server and one back. When all
    /// connections are busy, reads of several tenants are answered together, each under its own tenant.
    public func rows(_ scope: Scope, _ statements: [SQL]) async throws -> [[Row]] {
        guard !statements.isEmpty else { return [] }
        let part = ShortRead.Part(scope: scope, statements: statements)
        // The visibility of a statement for the installation ends with its transaction, and not before.
        guard scope.isTenant else { return try await again(Turn(scope)) { try await $0.rows(part, $1) } }
        do {
            switch try await take(Turn(scope, .shortRead), part) {
            case .rows(let rows): return rows
            case .connection(let connection):
                defer { giveBack(connection) }
                return try await withInterruption { try await connection.rows(part, $0) { self.shared() } }
            }
        } catch {
            switch error {
            // It runs by itself now: the failure may be another part's, and would be repeated.
            case PostgresConnection.Outcome.spoilt, PostgresConnection.Outcome.lostBefore:
                return try await again(Turn(scope)) { try await $0.rows(part, $1) }
            default: throw refined(error)
            }
        }
    }

    public func write<Result: Sendable>(
        _ scope: Scope,
        order: WriteOrder,
        _ body: @escaping @Sendable (any WriteTransaction) throws -> Result
    ) async throws -> Result {
        let kept = Kept<Result>()
        var write = PostgresWrite(
            scope: scope,
            order: order,
            keep: { result in kept.value.withLock { $0 = result } },
            body: body
        )
        var end: ContinuousClock.Instant?
        while true {
            do {
                let result = try await again(Turn(scope)) { [write] connection, interruption in
                    try await connection.write(write, interruption)
                }
                // The attempt did no work: the previous one was committed, with this result.
                guard let result = result ?? kept.value.withLock({ $0 }) else { throw Self.unresolved }
                return result
            } catch PostgresConnection.Outcome.unknown(let mark, _) {
                write.doubtful = mark
                let last = end ?? .now + Self.resolution
                guard ContinuousClock.now < last else { throw Self.unresolved }
                end = last
            } catch {
                // Until the result of the previous attempt is known, a failure of this one is no result.
                guard let end, !(error is CancellationError) else { throw error }
                guard ContinuousClock.now < end else { throw Self.unresolved }
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }

    private static let unresolved = DatabaseError(
        .unavailable,
        "a commit was not answered, or not confirmed by a standby, and it is not known in time what became of it"
    )

    /// Deletes the marks of transactions whose outcome is not queried any more.
    public func forgetMarks() async throws {
        let time = Int64(Date().timeIntervalSince1970) - 3600
        _ = try await write(.installation("old marks")) { transaction in
            try transaction.execute(
                "DELETE FROM write_marks WHERE id IN (SELECT id FROM write_marks WHERE at < \(time) LIMIT 50000)"
            )
        }
    }

    /// The lock is an advisory lock of a session of its own, which ends with the job or with the connection: in that
    /// case another node may begin while this one still works, so a job's steps must be repeatable.
    public func alone(_ name: StaticString, _ job: @Sendable () async throws -> Void) async throws -> Bool {
        let lock = PostgresLock.job("\(name)").number64
        // The connection is not from the pool, which the job itself needs: jobs that each hold one and wait for another
        // would deadlock.
        let connection = PostgresConnection(0, options: options, changes: changes)
        do {
            try await connection.open()
            let isOurs = try await connection.run { try Self.tryLock(lock, on: $0) }
            if isOurs { try await job() }
            // The lock ends with its connection.
            await connection.close()
            return isOurs
        } catch {
            await connection.close()
            throw mapError(error)
        }
    }

    /// Begins to receive other nodes' changes, on an extra connection. Until it is open, and whenever it is lost,
    /// `changes` is not live.
    public func listen() {
        listener.withLock { listener in
            guard listener == nil, let new = PostgresListener(options, changes) else { return }
            listener = new
            new.start()
        }
    }

    /// Rejects new transactions, and returns when the connections of running ones are closed.
    public func close() async throws {
        listener.withLock { $0 }?.end()
        perform { $0.pool.close() }
        while !state.withLock({ $0.pool.isEmpty }) { try await Task.sleep(for: .milliseconds(5)) }
    }

    public var openConnections: Int { state.withLock { $0.pool.openCount } }
    /// The number of transactions that wait for a connection.
    public var waitingRequests: Int { state.withLock { $0.pool.waitingCount } }

    /// Connects once, as a test.
    /// - Throws: the server's error message.
    public func check() async throws {
        let connection = PostgresConnection(0, options: options, changes: changes)
        try await connection.open()
        await connection.close()
    }

    /// Runs `body` with a connection, outside the usual transactions.
    func withConnection<Result: Sendable>(
        _ body: @Sendable (PostgresConnection) async throws -> Result
    ) async throws -> Result {
        let connection = try await take(Turn(.installation("connection")))
        defer { giveBack(connection) }
        do { return try await body(connection) } catch { throw mapError(error) }
    }

    // MARK: Running

    /// Holds the result of a write before its commit, for when the response to the commit is lost.
    private final class Kept<Result: Sendable>: Sendable {
        let value = Mutex<Result?>(nil)
    }

    /// Runs `body` on a connection, and again on another one when that was lost before anything was done.
    /// - Parameter limit: the time for the body, after which its statement is interrupted.
    /// - Throws: `Outcome.unknown` as it is.
    private func again<Result: Sendable>(
        _ turn: Turn,
        limit: Duration? = nil,
        _ body: @Sendable (PostgresConnection, PostgresInterruption) async throws -> Result
    ) async throws -> Result {
        var attempt = 1
        while true {
            let connection = try await take(turn)
            let start = ContinuousClock.now
            do {
                defer { giveBack(connection) }
                return try await withInterruption { interruption in
                    if let limit {
                        // After the end of the body the timer interrupts nothing.
                        timer.asyncAfter(deadline: .now() + .nanoseconds(Int(limit / .nanoseconds(1)))) {
                            interruption.interrupt()
                        }
                    }
                    return try await body(connection, interruption)
                }
            } catch {
                guard case PostgresConnection.Outcome.lostBefore = error, attempt < Self.attempts else {
                    throw refined(error, limit, since: start)
                }
                attempt += 1
            }
        }
    }

    private func withInterruption<Result: Sendable>(
        _ body: (PostgresInterruption) async throws -> Result
    ) async throws -> Result {
        let interruption = PostgresInterruption()
        return try await withTaskCancellationHandler {
            try await body(interruption)
        } onCancel: {
            interruption.interrupt()
        }
    }

    private func refined(
        _ error: any Error,
        _ limit: Duration? = nil,
        since start: ContinuousClock.Instant = .now
    ) -> any Error {
        switch error {
        case PostgresConnection.Outcome.lostBefore(let cause): mapError(cause)
        case PostgresConnection.Outcome.unknown: error
        case PostgresConnection.Outcome.failed(let cause): mapError(cause, limit, since: start)
        default: mapError(error, limit, since: start)
        }
    }

    /// A list that ended long after its limit was not too expensive: this process, or its machine, was paused.
    private func mapError(_ error: any Error, _ limit: Duration?, since start: ContinuousClock.Instant) -> any Error {
        let error = mapError(error)
        guard let limit, let failure = error as? DatabaseError, failure.kind == .tooLong else { return error }
        guard .now - start > limit + options.statementLimit + options.silenceLimit else { return error }
        return DatabaseError(.unavailable, "the process stood still during a transaction")
    }

    private func mapError(_ error: any Error) -> any Error {
        guard error is Interrupted || error is CancellationError else { return error }
        return Task.isCancelled ? CancellationError() : DatabaseError.tookTooLong
    }
}
#endif
