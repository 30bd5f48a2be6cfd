import Dispatch
import Synchronization

/// Runs reads on a few threads, which tenants share by the rules of `FairPlaces`.
///
/// GRDB's own asynchronous read switches threads three times; this one does once, and a busy thread takes the next read
/// without being woken. A short read costs a third less.
///
/// Each thread is a serial queue: on Linux a concurrent one shares its threads, as many as there are processors, with
/// all tasks, which would be blocked by reads that wait for the disk.
final class ReaderThreads: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        /// The idle queues.
        var idle: [DispatchQueue]
        var places: FairPlaces
        var waiting = FairQueue<Job>()

        /// Takes the waiting reads that may run now, each with an idle queue.
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

    /// The number of waiting reads.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs `work` on one of the threads. When the calling task is cancelled, `work` is interrupted through its
    /// `Interruption`.
    /// - Parameter turn: the turn of the read.
    /// - Throws: `.busy` when the queue is full.
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

    /// - Returns: whether the queue had room.
    private func enqueue(_ turn: Turn, _ job: @escaping Job) -> Bool {
        let (start, isTaken) = state.withLock { state -> (Start?, Bool) in
            // A request that waits while a thread is idle has reached the limit of its turn.
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
            // The queue of this thread is reused first.
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
