import Dispatch
import Synchronization

/// Runs reads on a few threads, first come first served.
///
/// GRDB's own asynchronous read changes threads three times; this one does once, and a thread that is busy takes the next
/// read without being woken. A short read costs a third less.
final class ReaderThreads: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var running = 0
        var arriving: [Job] = []
        /// The next ones, the first at the end.
        var leaving: [Job] = []

        mutating func next() -> Job? {
            if leaving.isEmpty { (leaving, arriving) = (arriving.reversed(), []) }
            return leaving.popLast()
        }
    }

    /// How many reads may wait; far more than a server of our size lets in.
    private static let maximumWaiting = 10_000

    private let threads: Int
    private let queue = DispatchQueue(label: "gatehouse.database.readers", attributes: .concurrent)
    private let state = Mutex(State())

    init(threads: Int) { self.threads = threads }

    /// Runs `work` on one of the threads. When the calling task is cancelled, `work` is told through its `Interruption`.
    /// - Throws: `.busy` when too many wait.
    func run<Result: Sendable>(_ work: @escaping @Sendable (Interruption) throws -> Result) async throws -> Result {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isTaken = enqueue { continuation.resume(with: Swift.Result { try work(interruption) }) }
                if !isTaken { continuation.resume(throwing: DatabaseError(.busy, "too many reads wait")) }
            }
        } onCancel: {
            interruption.interrupt()
        }
    }

    private func enqueue(_ job: @escaping Job) -> Bool {
        enum Place { case thread, line, none }
        let place = state.withLock { state -> Place in
            if state.running < threads {
                state.running += 1
                return .thread
            }
            guard state.arriving.count + state.leaving.count < Self.maximumWaiting else { return .none }
            state.arriving.append(job)
            return .line
        }
        if place == .thread { queue.async { self.work(from: job) } }
        return place != .none
    }

    private func work(from first: @escaping Job) {
        var next: Job? = first
        while let job = next {
            job()
            next = state.withLock { state in
                let job = state.next()
                if job == nil { state.running -= 1 }
                return job
            }
        }
    }
}
