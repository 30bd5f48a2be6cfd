import Admission
import Dispatch
import GRDB
import Synchronization

/// Runs writes in sequence, and commits waiting writes together: a commit waits for the disk, and one wait serves all.
///
/// A failed write is rolled back, and the others stay: each one after the first has a savepoint of its own. No write
/// returns success before the commit, and none runs on a connection whose disk has failed. A write runs again when
/// SQLite rolled the transaction back because of another one.
///
/// Tenants take turns, and the installation has every second one: a tenant waits for at most one write of another.
final class WriterThread: Sendable {
    private struct Job: Sendable {
        /// Runs inside a transaction, which may be rolled back.
        let work: @Sendable (GRDB.Database) throws -> Void
        /// Called once; without an error the write is on disk.
        let end: @Sendable ((any Error)?) -> Void
        /// The writes beside it must not keep it from being committed.
        var isAlone = false
    }

    private struct State {
        var isBusy = false
        var isClosed = false
        var waiting = FairQueue<Turn, Job>()
        /// The writes whose transaction was rolled back, which precede all others; the first is at the end.
        var again: [Job] = []
        var lastWasInstallation = false

        mutating func next(isJoining: Bool) -> Job? {
            if let job = again.last { return isJoining && job.isAlone ? nil : again.popLast() }
            let next = waiting.next { [lastWasInstallation] in ($0.tenant == nil) == lastWasInstallation ? 1 : 0 }
            if let next { lastWasInstallation = next.owner.tenant == nil }
            return next?.item
        }
    }

    /// One write made SQLite roll the transaction back, or none of the writes beside it may be kept.
    private struct Loss: Error {
        let job: Job
        let error: any Error
    }

    private static let maximumTogether = 64

    private let thread = Threads.Thread(label: "gatehouse.database.writer")
    private let state = Mutex(State())
    /// How long a transaction accepts further writes; it ends with the write that runs then.
    private let span: UInt64
    private let open: @Sendable () throws -> DatabasePool
    private let giveUp: @Sendable (DatabasePool) -> Void

    /// - Parameters:
    ///   - open: returns the connections in use.
    ///   - giveUp: called with connections whose disk has failed, before their writes return an error.
    init(
        span: Duration,
        open: @escaping @Sendable () throws -> DatabasePool,
        giveUp: @escaping @Sendable (DatabasePool) -> Void
    ) {
        self.span = UInt64(max(span / .nanoseconds(1), 0))
        self.open = open
        self.giveUp = giveUp
    }

    /// Runs `work` in a transaction. When the calling task is cancelled before it has ended, the write is rolled back.
    /// - Parameters:
    ///   - turn: the turn of the write.
    ///   - committed: called after the commit, before any later commit.
    /// - Throws: `.busy` when the queue is full, `.unavailable` after `finish()`.
    func run<Result: Sendable>(
        _ turn: Turn,
        _ work: @escaping @Sendable (GRDB.Database) throws -> Result,
        committed: @escaping @Sendable (Result) -> Void
    ) async throws -> Result {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = Mutex<Result?>(nil)
                let job = Job(
                    work: { connection in
                        let value = try interruption.coveringWrite(connection) { try work(connection) }
                        result.withLock { $0 = value }
                    },
                    end: { error in
                        if let error { return continuation.resume(throwing: error) }
                        let value = result.withLock { $0 }!  // set, or there is an error
                        committed(value)
                        continuation.resume(returning: value)
                    }
                )
                if let error = enqueue(job, turn) { continuation.resume(throwing: error) }
            }
        } onCancel: {
            interruption.interrupt()
        }
    }

    /// The number of waiting writes, without those that run.
    var waiting: Int { state.withLock { $0.waiting.count + $0.again.count } }

    /// Whether further writes are rejected.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Rejects further writes, and waits for those in the queue.
    func finish() async {
        state.withLock { $0.isClosed = true }
        try? await thread.run {}
    }

    /// - Returns: the error when the queue has no room.
    private func enqueue(_ job: Job, _ turn: Turn) -> DatabaseError? {
        let (rejection, wakes) = state.withLock { state -> (DatabaseError?, Bool) in
            guard !state.isClosed else { return (DatabaseError(.unavailable, "the database has been closed"), false) }
            guard state.waiting.append(job, for: turn, within: TurnLimits()) else {
                return (DatabaseError(.busy, "too many writes wait"), false)
            }
            defer { state.isBusy = true }
            return (nil, !state.isBusy)
        }
        if wakes { thread.start { self.work() } }
        return rejection
    }

    private func work() { while let job = next() { perform(from: job) } }

    private func next() -> Job? {
        state.withLock { state in
            let job = state.next(isJoining: false)
            if job == nil { state.isBusy = false }
            return job
        }
    }

    /// Writes whose transaction was rolled back run first; each rollback removes one write for good, so this ends.
    private func putBack(_ jobs: [Job]) { state.withLock { $0.again.append(contentsOf: jobs.reversed()) } }

    /// Runs `first` and the writes waiting behind it in one transaction.
    private func perform(from first: Job) {
        let pool: DatabasePool
        do { pool = try open() } catch { return first.end(error) }
        var ended: [(job: Job, error: (any Error)?)] = []
        do {
            try pool.writeWithoutTransaction { connection in
                try connection.inTransaction(.immediate) {
                    let end = DispatchTime.now().uptimeNanoseconds + span
                    do { try first.work(connection) } catch { throw Loss(job: first, error: error) }
                    ended.append((first, nil))
                    while !first.isAlone, ended.count < Self.maximumTogether,
                        DispatchTime.now().uptimeNanoseconds < end,
                        let job = state.withLock({ $0.next(isJoining: true) })
                    {
                        ended.append((job, try Self.join(job, connection)))
                    }
                    return .commit
                }
            }
        } catch let loss as Loss {
            let isOfDisk = Self.isOfDisk(loss.error)
            if isOfDisk { giveUp(pool) }
            // A page may or may not be on the failing disk, so those writes are not tried again.
            if isOfDisk { ended.forEach { $0.job.end(loss.error) } } else { putBack(ended.map(\.job)) }
            return loss.job.end(loss.error)
        } catch {
            if Self.isOfDisk(error) { giveUp(pool) }
            if ended.isEmpty { return first.end(error) }
            // A commit can fail because the disk is full, say: a small write may fit by itself.
            if !Self.isOfDisk(error), ended.count > 1 {
                return putBack(ended.map { Job(work: $0.job.work, end: $0.job.end, isAlone: true) })
            }
            for (job, _) in ended { job.end(error) }
            return
        }
        for (job, error) in ended { job.end(error) }
    }

    /// - Returns: the error of a failed write, which is then rolled back.
    private static func join(_ job: Job, _ connection: GRDB.Database) throws(Loss) -> (any Error)? {
        do { try connection.cachedStatement(sql: "SAVEPOINT one").execute() } catch {
            throw Loss(job: job, error: error)
        }
        do {
            try job.work(connection)
            try connection.cachedStatement(sql: "RELEASE one").execute()
            return nil
        } catch {
            // SQLite has rolled back, as when a statement is interrupted, or finds the disk full.
            guard connection.isInsideTransaction, !isOfDisk(error) else { throw Loss(job: job, error: error) }
            do {
                try connection.cachedStatement(sql: "ROLLBACK TO one").execute()
                try connection.cachedStatement(sql: "RELEASE one").execute()
            } catch let undoing { throw Loss(job: job, error: undoing) }
            return error
        }
    }

    private static func isOfDisk(_ error: any Error) -> Bool {
        if case .io = (DatabaseError.converted(error) as? DatabaseError)?.kind { true } else { false }
    }
}
