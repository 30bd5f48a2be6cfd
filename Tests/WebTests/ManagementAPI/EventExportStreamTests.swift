import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Synchronization
import Testing
import UseCases

@testable import ManagementAPI
@testable import WebCore

@Suite(.timeLimit(.minutes(5))) struct EventExportStreamTests {
    /// A client for whom each write takes some minutes.
    private final class SlowClient: ResponseBodyWriter, Sendable {
        let start = ContinuousClock.now
        private let state = Mutex((minutes: Int64(0), sizes: [Int]()))
        private let minutes: Int64

        init(minutes: Int64) { self.minutes = minutes }

        var now: ContinuousClock.Instant { start + .minutes(state.withLock { $0.minutes }) }
        var sizes: [Int] { state.withLock { $0.sizes } }

        func write(_ buffer: ByteBuffer) async throws {
            state.withLock {
                $0.minutes += minutes
                $0.sizes.append(buffer.readableBytes)
            }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private func export(_ count: Int, to client: SlowClient) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let message = String(repeating: "locked ", count: 200)
        try await acme.deliver((0..<count).map { acme.event($0, message: message) })
        let now = acme.installation.clock.now
        let draft = EventExports.Draft(query: EventQuery(from: now - .hours(1), to: now), format: .ndjson)
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let stream = EventExportStream(
            export: try await acme.services.eventExports.begin(draft, grant: grant),
            client: StreamClient(on: EmbeddedChannel(), tasks: ConnectionTasks()),
            admit: { grant },
            now: { client.now }
        )
        var writer: any ResponseBodyWriter = client
        try await stream.write(to: &writer)
    }

    @Test func `an export is written in parts`() async throws {
        let client = SlowClient(minutes: 0)

        try await export(200, to: client)

        #expect(client.sizes.count > 2)
        #expect(client.sizes.allSatisfy { $0 < EventExportStream.partBytes + 16 * 1024 })
    }

    @Test func `an export to a slow client ends within a page`() async throws {
        let client = SlowClient(minutes: 20)

        await #expect(throws: (any Error).self) { try await export(200, to: client) }

        #expect(client.sizes.count == 2)
    }

    @Test func `an export that writes nothing ends when its client hangs up, with an entry`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let now = acme.installation.clock.now
        let draft = EventExports.Draft(query: EventQuery(from: now - .hours(1), to: now), format: .ndjson)
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let (channel, tasks) = (NIOAsyncTestingChannel(), ConnectionTasks())
        try await channel.connect(to: SocketAddress(ipAddress: "203.0.113.9", port: 4711))
        tasks.begin(channel)
        let (reading, hasStarted) = AsyncStream.makeStream(of: Void.self)
        let stream = EventExportStream(
            export: try await acme.services.eventExports.begin(draft, grant: grant),
            client: StreamClient(on: channel, tasks: tasks),
            admit: {
                hasStarted.finish()
                try await Task.sleep(for: .seconds(60))
                return grant
            }
        )
        let exporting = Task {
            var writer: any ResponseBodyWriter = SlowClient(minutes: 0)
            try await stream.write(to: &writer)
        }
        for await _ in reading {}

        tasks.inputEnded(channel)

        await #expect(throws: CancellationError.self) { try await exporting.value }
        let entries = try await acme.services.audit.page(PageRequest(), grant: acme.system.grant()).items
        #expect(entries.first?.action == .eventsExported)
        #expect(entries.first?.changes.contains { $0.field == "complete" && $0.after == "no" } == true)
    }
}
