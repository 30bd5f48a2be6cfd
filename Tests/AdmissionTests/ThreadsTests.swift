import Dispatch
import Synchronization
import Testing

@testable import Admission

@Suite(.timeLimit(.minutes(1))) struct ThreadsTests {
    /// Work that waits until it is let go, and how much of it has begun.
    private final class Held: Sendable {
        private let gate = DispatchSemaphore(value: 0)
        private let started = Mutex(0)

        var count: Int { started.withLock(\.self) }

        func wait() {
            started.withLock { $0 += 1 }
            gate.wait()
        }

        func letGo(_ number: Int) { for _ in 0..<number { gate.signal() } }
    }

    @Test func `there are as many as asked for, and at least one`() {
        var threads = Threads(2, label: "test")
        let taken = [threads.take(), threads.take(), threads.take()].compactMap(\.self)

        #expect(taken.count == 2 && threads.busyCount == 2 && !threads.hasIdle)
        threads.giveBack(taken[0])
        #expect(threads.hasIdle && threads.busyCount == 1)
        #expect(Threads(0, label: "test").count == 1)
    }

    @Test func `the thread that was given back last is taken first`() async throws {
        var threads = Threads(2, label: "test")
        let taken = [threads.take(), threads.take()].compactMap(\.self)
        let held = Held()
        let hasRun = Mutex(false)
        taken[1].start { held.wait() }
        for thread in taken { threads.giveBack(thread) }

        threads.take()?.start { hasRun.withLock { $0 = true } }

        // On the other thread it would have run by now.
        try await taken[0].run {}
        let early = hasRun.withLock(\.self)
        held.letGo(1)
        try await taken[1].run {}
        let late = hasRun.withLock(\.self)
        #expect(!early && late)
    }

    @Test func `work on more threads than processors runs side by side, and blocks no task`() async throws {
        var threads = Threads(16, label: "test")
        let held = Held()
        var tasks: [Task<Void, any Error>] = []
        while let thread = threads.take() { tasks.append(Task { try await thread.run { held.wait() } }) }

        while held.count < 16 { await Task.yield() }
        held.letGo(16)

        for task in tasks { try await task.value }
    }

    @Test func `work on one thread runs in sequence, and its errors are thrown`() async throws {
        let thread = Threads.Thread(label: "test")
        let (numbers, writer) = AsyncStream.makeStream(of: Int.self)

        for number in 0..<100 { thread.start { writer.yield(number) } }
        await #expect(throws: CancellationError.self) { try await thread.run { throw CancellationError() } }
        writer.finish()

        #expect(await numbers.reduce(into: []) { $0.append($1) } == Array(0..<100))
    }
}
