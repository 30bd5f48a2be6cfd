import Dispatch
import Foundation
import Synchronization

/// What work takes of a processor: other tests at the same time and a busy machine hardly change it, as they do a
/// clock.
package enum ProcessorTime {
    /// Of the thread that asks.
    package static var ofThread: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Of work on the thread that asks.
    package static func of(_ work: () throws -> Void) rethrows -> Duration {
        let start = ofThread
        try work()
        return ofThread - start
    }

    /// The least of some runs; the first warms up what is made once.
    package static func least(of runs: Int = 4, _ work: () -> Void) -> Duration {
        var least = Duration.seconds(1000)
        for _ in 0..<runs { least = min(least, of(work)) }
        return least
    }

    /// Measures asynchronous work that runs on no actor and waits for no other threads.
    package static func least(of runs: Int = 3, _ work: @Sendable () async throws -> Void) async throws -> Duration {
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
