import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import WebCore

@Suite(.timeLimit(.minutes(5))) struct ConnectionTasksTests {
    /// How long work runs that is not cancelled: no measure, only an end.
    private static let end = Duration.seconds(60)

    private let tasks = ConnectionTasks()

    private func connection() async throws -> NIOAsyncTestingChannel {
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "192.0.2.1", port: 4711))
        return channel
    }

    /// Counts how often something was freed.
    private final class Freed: Sendable {
        private let state = Mutex(0)
        var count: Int { state.withLock { $0 } }
        func add() { state.withLock { $0 += 1 } }
    }

    @Test func `what a connection held is freed when its task has ended`() async throws {
        let (channel, freed) = (try await connection(), Freed())
        tasks.begin(channel)

        tasks.connectionEnded(channel) { freed.add() }
        #expect(freed.count == 0 && tasks.count == 1)
        tasks.end(channel)

        #expect(freed.count == 1 && tasks.count == 0)
    }

    @Test func `without a task it is freed at once`() async throws {
        let (before, after, freed) = (try await connection(), try await connection(), Freed())

        tasks.connectionEnded(before) { freed.add() }
        #expect(freed.count == 1)
        tasks.begin(after)
        tasks.end(after)
        tasks.connectionEnded(after) { freed.add() }

        #expect(freed.count == 2 && tasks.count == 0)
    }

    @Test func `the work of a client that hangs up is cancelled`() async throws {
        let (channel, other) = (try await connection(), try await connection())
        tasks.begin(channel)
        tasks.begin(other)
        let (stream, started) = AsyncStream.makeStream(of: Void.self)
        let work = Task { [tasks] in
            try await tasks.whileConnected(channel) {
                started.finish()
                try await Task.sleep(for: Self.end)
            }
        }
        for await _ in stream {}

        tasks.connectionEnded(channel) {}

        await #expect(throws: CancellationError.self) { try await work.value }
        #expect(try await tasks.whileConnected(other) { !Task.isCancelled })
    }

    @Test func `a client that closes its side ends what is streamed to it, and no other work`() async throws {
        let channel = try await connection()
        tasks.begin(channel)
        let (stream, started) = AsyncStream.makeStream(of: Void.self)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let client = StreamClient(on: channel, tasks: tasks)
        let answer = Task { [tasks] in
            try await tasks.whileConnected(channel) {
                for await _ in gate {}
                return Task.isCancelled
            }
        }
        let streamed = Task {
            try await client.whileConnected {
                started.finish()
                try await Task.sleep(for: Self.end)
            }
        }
        for await _ in stream {}

        tasks.inputEnded(channel)

        await #expect(throws: CancellationError.self) { try await streamed.value }
        await #expect(throws: CancellationError.self) {
            try await client.whileConnected { try await Task.sleep(for: Self.end) }
        }
        opener.finish()
        #expect(try await answer.value == false)
    }

    @Test func `no work begins after the client has gone`() async throws {
        let (gone, early) = (try await connection(), try await connection())
        tasks.begin(gone)
        tasks.connectionEnded(gone) {}
        // This one ended before its task began.
        try await early.close()
        tasks.begin(early)

        for channel in [gone, early] {
            await #expect(throws: CancellationError.self) {
                try await tasks.whileConnected(channel) { Issue.record("it ran") }
            }
        }
    }

    @Test func `no work begins for a task that was cancelled`() async throws {
        let channel = try await connection()
        tasks.begin(channel)

        let work = Task { [tasks] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await tasks.whileConnected(channel) { Issue.record("it ran") }
        }

        await #expect(throws: CancellationError.self) { try await work.value }
    }

    @Test func `work that has ended is forgotten, and without a task of the connection it just runs`() async throws {
        let (known, unknown) = (try await connection(), try await connection())
        tasks.begin(known)

        #expect(try await tasks.whileConnected(known) { 1 } == 1)
        #expect(try await tasks.whileConnected(unknown) { 2 } == 2)
        tasks.connectionEnded(known) {}
        tasks.end(known)

        #expect(tasks.count == 0)
    }

    @Test func `work is cancelled with the task that waits for it`() async throws {
        let channel = try await connection()
        tasks.begin(channel)
        let work = Task { [tasks] in
            try await tasks.whileConnected(channel) { try await Task.sleep(for: Self.end) }
        }

        work.cancel()

        await #expect(throws: CancellationError.self) { try await work.value }
    }
}
