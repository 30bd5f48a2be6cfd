import Dispatch
import Foundation
import Synchronization

/// What work takes of a processor: other tests at the same time and a busy machine hardly change it, as they do a
/// clock.
enum ProcessorTime {
    /// Of the thread that asks.
    static var ofThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// The least of some runs; the first warms up what is made once.
    static func least(of runs: Int = 4, _ work: () -> Void) -> Duration {
        var least = Duration.seconds(1000)
        for _ in 0..<runs {
            let start = ofThread
            work()
            least = min(least, ofThread - start)
        }
        return least
    }

    /// Measures asynchronous work that runs on no actor and waits for no other threads.
    static func least(of runs: Int = 3, _ work: @Sendable () async throws -> Void) async throws -> Duration {
        var least = Duration.seconds(1000)
        for _ in 0..<runs {
            let executor = CountingExecutor()
            try await withTaskExecutorPreference(executor) { try await work() }
            least = min(least, executor.spent)
        }
        return least
    }
}

/// Runs jobs one after the other, and adds up what they take of a processor.
private final class CountingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "measured")
    private let total = Mutex(Duration.zero)

    /// A job resumes who waits for it before its own time is added: the queue is let run dry first.
    var spent: Duration { queue.sync { total.withLock { $0 } } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async {
            let start = ProcessorTime.ofThread
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            let taken = ProcessorTime.ofThread - start
            self.total.withLock { $0 += taken }
        }
    }
}

/// Judges what hostile text costs beside as many plain bytes, and twice as much of it.
struct CostOfText {
    /// At most so many times what plain text costs.
    static let mostOverPlain = 3.0
    /// At most so many times what half of it costs.
    static let mostOverHalf = 2.5

    /// Below this nothing is judged: it is the cost of measuring, and of looking at each scalar in a build for
    /// debugging. What takes the square of so many bytes takes a hundred times as long.
    let floor: Duration
    let plain: Duration
    let half: Duration
    let whole: Duration

    /// Nil when it is fine.
    var problem: String? {
        if whole <= floor { return nil }
        if whole > Swift.max(plain, floor) * Self.mostOverPlain { return "\(whole) beside \(plain) of plain text" }
        if whole > Swift.max(half, floor) * Self.mostOverHalf { return "\(whole) for twice the bytes of \(half)" }
        return nil
    }
}
