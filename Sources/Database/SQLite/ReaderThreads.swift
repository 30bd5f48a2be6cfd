import Dispatch
import Synchronization

/// Runs reads on a few threads, which tenants share by the rules of `FairPlaces`.
///
/// GRDB's own asynchronous read changes threads three times; this one does once, and a thread that is busy takes the
/// next read without being woken. A short read costs a third less.
///
/// Each thread is a serial queue: on Linux a concurrent one shares its threads, as many as there are processors, with
/// all tasks, and reads that wait for the disk would stop them.
final class ReaderThreads: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        /// The queues without work.
        var idle: [DispatchQueue]
        var places: FairPlaces
        var waiting = FairQueue<Job>()

        /// Those that wait and may run now, each on a queue without work.
        mutating func starting() -> [Start] {
            var starts: [Start] = []
            while !idle.isEmpty, let next = waiting.next(places.rank), let queue = idle.popLast() {
                places.take(next.turn)
                starts.append(Start(queue: queue, turn: next.turn, job: next.element))
            }
            return starts
        }
    }

    private struct Start {
        let queue: DispatchQueue
        let turn: Turn
        let job: Job
    }

    private let state: Mutex<State>

    init(threads: Int) {
        let queues = (1...threads).map { DispatchQueue(label: "gatehouse.database.reader.\($0)") }
        state = Mutex(State(idle: queues, places: FairPlaces(count: threads)))
    }

    /// How many wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` on one of the threads. When the calling task is cancelled, `work` is told through its
    /// `Interruption`.
    /// - Parameter turn: whose read it is.
    /// - Throws: `.busy` when too many wait.
    func run<Result: Sendable>(
        _ turn: Turn,
        _ work: @escaping @Sendable (Interruption) throws -> Result
    ) async throws -> Result {
        let interruption = Interruption()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isTaken = enqueue(turn) { continuation.resume(with: Swift.Result { try work(interruption) }) }
                if !isTaken { continuation.resume(throwing: DatabaseError(.busy, "too many reads wait")) }
            }
        } onCancel: {
            interruption.interrupt()
        }
    }

    /// - Returns: whether there was room.
    private func enqueue(_ turn: Turn, _ job: @escaping Job) -> Bool {
        let (start, isTaken) = state.withLock { state -> (Start?, Bool) in
            // Whoever waits while a thread is idle has to wait for another reason.
            if state.places.rank(turn) != nil, let queue = state.idle.popLast() {
                state.places.take(turn)
                return (Start(queue: queue, turn: turn, job: job), true)
            }
            return (nil, state.waiting.append(job, for: turn))
        }
        if let start { start.queue.async { self.work(from: start) } }
        return isTaken
    }

    private func work(from first: Start) {
        var next: Start? = first
        while let start = next {
            start.job()
            // The queue of this thread is the first that is taken again.
            let starts = state.withLock { state in
                state.places.giveBack(start.turn)
                state.idle.append(start.queue)
                return state.starting()
            }
            next = starts.first
            for other in starts.dropFirst() { other.queue.async { self.work(from: other) } }
        }
    }
}
