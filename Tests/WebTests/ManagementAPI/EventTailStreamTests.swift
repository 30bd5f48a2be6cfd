import Domain
import Fixtures
import HTTPTypes
import Hummingbird
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import ManagementAPI
@testable import UseCases
@testable import WebCore

@Suite(.timeLimit(.minutes(5))) struct EventTailStreamTests {
    private final class Client: ResponseBodyWriter, Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

        func write(_ buffer: ByteBuffer) async throws {
            bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    /// What a client gets at one look at new events.
    /// - Parameter count: how many arrive after the tail was opened.
    private func look(
        events count: Int = 0,
        heartbeatInterval: Duration = EventTailStream.heartbeat
    ) async throws -> String {
        let acme = try await TestTenant("acme", in: Installation())
        let tails = acme.services.eventTails
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let now = acme.installation.clock.now
        let tail = try tails.open(EventQuery(from: now, to: now), after: nil, grant: grant)
        if count > 0 { try await acme.deliver((1...count).map { acme.event($0) }) }
        let stream = EventTailStream(
            tail: tail,
            tails: tails,
            client: StreamClient(on: EmbeddedChannel(), tasks: ConnectionTasks()),
            length: .zero,
            admit: { grant },
            heartbeatInterval: heartbeatInterval
        )
        let client = Client()
        var writer: any ResponseBodyWriter = client
        try await stream.write(to: &writer)
        return client.text
    }

    @Test func `a silent tail sends a comment, so that no proxy takes it for dead`() async throws {
        #expect(EventTailStream.heartbeat == .seconds(15))
        #expect(try await look(heartbeatInterval: .zero).contains("data: {}\n\n: alive\n\nevent: end\n"))
        #expect(try await !look().contains(": alive"))
        #expect(try await !look(events: 1, heartbeatInterval: .zero).contains(": alive"))
    }

    @Test func `a silent tail ends when its client hangs up, and gives its place back`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let tails = acme.services.eventTails
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let now = acme.installation.clock.now
        let (channel, tasks, client) = (NIOAsyncTestingChannel(), ConnectionTasks(), Client())
        try await channel.connect(to: SocketAddress(ipAddress: "203.0.113.9", port: 4711))
        tasks.begin(channel)
        let following = Task {
            let stream = EventTailStream(
                tail: try tails.open(EventQuery(from: now, to: now), after: nil, grant: grant),
                tails: tails,
                client: StreamClient(on: channel, tasks: tasks),
                length: .minutes(1),
                admit: { grant }
            )
            var writer: any ResponseBodyWriter = client
            try await stream.write(to: &writer)
        }
        try await eventually { client.text.contains("event: start") }
        #expect(tails.count == 1)

        tasks.inputEnded(channel)

        await #expect(throws: CancellationError.self) { try await following.value }
        #expect(!client.text.contains("event: end"))
        try await eventually { tails.count == 0 }
    }

    @Test func `a tail says how many events were too many at once, before it shows the others`() async throws {
        let text = try await look(events: EventTail.burst + 7)

        #expect(text.contains("data: {}\n\nevent: dropped\ndata: {\"count\":7,\"reason\":\"rate_limit\"}\n\nid: "))
        #expect(text.matches(of: #/event: auth-event\n/#).count == EventTail.burst)
    }
}
