#if PostgreSQL
import Admission

/// Runs an actor on a thread of its own, where it may wait for a server without blocking other tasks.
final class ThreadExecutor: SerialExecutor {
    private let thread: Threads.Thread

    init(label: String) { thread = Threads.Thread(label: label) }

    func enqueue(_ job: UnownedJob) {
        let executor = asUnownedSerialExecutor()
        thread.start { job.runSynchronously(on: executor) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
}
#endif
