import Dispatch

/// A few threads for work that blocks or computes, apart from the pool that runs all tasks.
package struct Threads: Sendable {
    package let count: Int
    private var idle: [Thread]

    /// - Parameter label: the name of the threads in a debugger, without their number.
    package init(_ count: Int, label: String) {
        self.count = max(1, count)
        idle = (1...self.count).map { Thread(label: "\(label).\($0)") }
    }

    package var busyCount: Int { count - idle.count }
    package var hasIdle: Bool { !idle.isEmpty }

    /// Takes the thread that was given back last: one that gives itself back gets the next work without being woken.
    /// - Returns: nil when all are busy.
    package mutating func take() -> Thread? { idle.popLast() }
    package mutating func giveBack(_ thread: Thread) { idle.append(thread) }

    /// Runs work in sequence.
    ///
    /// It is a serial queue, which has a thread of its own: on Linux a concurrent queue takes its threads, as many as
    /// there are processors, from the pool of all tasks, which its work would then block.
    package struct Thread: Sendable {
        private let queue: DispatchQueue

        package init(label: String) { queue = DispatchQueue(label: label) }

        package func start(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

        /// Work that has begun is not stopped when the calling task is cancelled.
        package func run<Outcome: Sendable>(_ work: @escaping @Sendable () throws -> Outcome) async throws -> Outcome {
            try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try work() }) }
            }
        }
    }
}
