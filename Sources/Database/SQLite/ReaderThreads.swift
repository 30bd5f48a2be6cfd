import Dispatch
import Synchronization

/// Runs reads on a few threads, first come first served.
///
/// GRDB's own asynchronous read changes threads three times; this one does once, and a thread that is busy takes the next
/// read without being woken. A short read costs a third less.
///
/// Each thread is a serial queue: on Linux a concurrent one shares its threads, as many as there are processors, with
/// all tasks, and reads that wait for the disk would stop them.
final class ReaderThreads: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        /// The queues without work.
        var idle: [DispatchQueue]
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

    private let state: Mutex<State>

    init(threads: Int) {
        state = Mutex(State(idle: (1...threads).map { DispatchQueue(label: "gatehouse.database.reader.\($0)") }))
    }

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

    /// - Returns: whether there was room.
    private func enqueue(_ job: @escaping Job) -> Bool {
        let (queue, isTaken) = state.withLock { state -> (DispatchQueue?, Bool) in
            if let queue = state.idle.popLast() { return (queue, true) }
            guard state.arriving.count + state.leaving.count < Self.maximumWaiting else { return (nil, false) }
            state.arriving.append(job)
            return (nil, true)
        }
        if let queue { queue.async { self.work(on: queue, from: job) } }
        return isTaken
    }

    private func work(on queue: DispatchQueue, from first: @escaping Job) {
        var next: Job? = first
        while let job = next {
            job()
            next = state.withLock { state in
                let job = state.next()
                if job == nil { state.idle.append(queue) }
                return job
            }
        }
    }
}
