import Admission
import Synchronization

/// Runs reads on a few threads, which tenants share by the rules of `FairPlaces`.
///
/// GRDB's own asynchronous read switches threads three times; this one does once, and a busy thread takes the next read
/// without being woken. A short read costs a third less.
final class ReaderThreads: Sendable {
    typealias Job = @Sendable () -> Void

    private struct State {
        var threads: Threads
        var places: FairPlaces
        var waiting = FairQueue<Turn, Job>()

        /// Takes the waiting reads that may run now, each with a thread.
        mutating func starting() -> [Start] {
            var starts: [Start] = []
            while threads.hasIdle, let next = waiting.next(places.rank), let thread = threads.take() {
                places.take(next.owner)
                starts.append(Start(thread: thread, turn: next.owner, job: next.item))
            }
            return starts
        }
    }

    private struct Start {
        let thread: Threads.Thread
        let turn: Turn
        let job: Job
    }

    private let state: Mutex<State>

    init(threads: Int) {
        let places = FairPlaces(count: threads)
        state = Mutex(State(threads: Threads(threads, label: "gatehouse.database.reader"), places: places))
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
            if state.places.rank(turn) != nil, let thread = state.threads.take() {
                state.places.take(turn)
                return (Start(thread: thread, turn: turn, job: job), true)
            }
            return (nil, state.waiting.append(job, for: turn, within: TurnLimits()))
        }
        if let start { start.thread.start { self.work(from: start) } }
        return isTaken
    }

    private func work(from first: Start) {
        var next: Start? = first
        while let start = next {
            start.job()
            // This thread is reused first.
            let starts = state.withLock { state in
                state.places.giveBack(start.turn)
                state.threads.giveBack(start.thread)
                return state.starting()
            }
            next = starts.first
            for other in starts.dropFirst() { other.thread.start { self.work(from: other) } }
        }
    }
}
