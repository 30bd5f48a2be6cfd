import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import Operations
import ServiceLifecycle
import Testing

@testable import WebCore

/// The whole server on a real socket, whose clients hang up before they are answered.
@Suite(.timeLimit(.minutes(10))) struct HangingUpTests {
    private struct Server: Sendable {
        let address: SocketAddress
        let counts: ConnectionCounts
        let bodies: BodyBudget
        let tasks: ConnectionTasks
        let metrics: PrometheusMetrics

        /// The requests whose handlers have not returned.
        var active: Double? {
            let name = "gatehouse_http_requests_active "
            let line = metrics.text().split(separator: "\n").first { $0.hasPrefix(name) }
            return line.flatMap { Double($0.dropFirst(name.count)) }
        }
    }

    private typealias Handler = @Sendable (GatehouseContext, ConnectionTasks) async throws -> String

    private static let bodyBytes = 1 << 20
    /// What counts of the body: the first bytes of each connection are free.
    private static let heldBytes = bodyBytes - BodyBudget.Limits().freeBytes

    /// - Parameters:
    ///   - handler: answers `POST /events`, whose body has been read.
    ///   - stream: runs in the middle of the answer to `GET /stream`.
    private func withServer(
        answering handler: @escaping Handler = { _, _ in "" },
        streaming stream: @escaping @Sendable (StreamClient) async throws -> Void = { _ in },
        _ body: @Sendable (Server) async throws -> Void
    ) async throws {
        let metrics = PrometheusMetrics()
        let stack = HTTPStack(isSecure: false, renderers: ErrorRenderers(fallback: ProblemRenderer()), metrics: metrics)
        let router = stack.makeRouter()
        let (limits, tasks) = (ConnectionLimits(), ConnectionTasks())
        let routes = Routes(router, list: stack.routes, area: .ingest)
        routes.post("events") { call -> String in
            _ = try await call.request.rawContent(upTo: Self.bodyBytes)
            return try await handler(call.context, tasks)
        }
        routes.get("stream") { call -> Response in
            let client = StreamClient(on: call.context.connection, tasks: tasks)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "begin"))
                    try await stream(client)
                    try await writer.finish(nil)
                }
            )
        }
        let counts = ConnectionCounts(limits: limits)
        let bodies = BodyBudget(routes: stack.routes)
        let (addresses, continuation) = AsyncStream.makeStream(of: SocketAddress.self)
        let application = Application(
            router: router,
            server: .guarded(limits: limits, counts: counts, bodies: bodies, tasks: tasks),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                if let address = channel.localAddress { continuation.yield(address) }
                continuation.finish()
            },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        let services = ServiceGroup(
            services: [application],
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        try await withThrowingTaskGroup { group in
            group.addTask { try await services.run() }
            var iterator = addresses.makeAsyncIterator()
            let address = try #require(await iterator.next())
            try await body(Server(address: address, counts: counts, bodies: bodies, tasks: tasks, metrics: metrics))
            // Cancelling a server traps in NIO when it drops a connection that is accepted but not served yet.
            await services.triggerGracefulShutdown()
        }
    }

    private static var delivery: ByteBuffer {
        var request = ByteBuffer(
            string: "POST /events HTTP/1.1\r\nHost: a\r\nContent-Length: \(bodyBytes)\r\nConnection: close\r\n\r\n"
        )
        request.writeRepeatingByte(0x78, count: bodyBytes)
        return request
    }

    private func connect(to server: Server) async throws -> any Channel {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(to: server.address).get()
    }

    private func reset(_ client: any Channel) async throws {
        let options = try #require(client as? any SocketOptionProvider)
        try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await client.close()
    }

    /// Sends a delivery and resets the connection when the server has read it.
    private func sendAndReset(_ server: Server, _ read: AsyncStream<Void>) async throws {
        let client = try await connect(to: server)
        try await client.writeAndFlush(Self.delivery)
        for await _ in read {}
        #expect(server.bodies.held(in: .bulk) == Self.heldBytes)

        try await reset(client)
        try await eventually { server.counts.open == 0 }
    }

    @Test func `what a handler uses counts until it returns, whether or not its client is there`() async throws {
        let (read, hasRead) = AsyncStream.makeStream(of: Void.self)
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        try await withServer(answering: { _, _ in
            hasRead.finish()
            for await _ in gate {}
            return "late"
        }) { server in
            try await sendAndReset(server, read)

            #expect(server.bodies.held(in: .bulk) == Self.heldBytes)
            #expect(server.bodies.held(in: .open) == server.bodies.limits.openRequestBytes)
            opener.finish()

            try await eventually { server.tasks.count == 0 }
            #expect(server.bodies.held(in: .bulk) == 0 && server.bodies.held(in: .open) == 0)
        }
    }

    @Test func `a handler that may be given up ends when its client hangs up`() async throws {
        let (read, hasRead) = AsyncStream.makeStream(of: Void.self)
        try await withServer(answering: { context, tasks in
            try await tasks.whileConnected(context.connection) {
                hasRead.finish()
                try await Task.sleep(for: .seconds(86_400))
                return "never"
            }
        }) { server in
            try await sendAndReset(server, read)

            try await eventually { server.tasks.count == 0 }
            #expect(server.bodies.held(in: .bulk) == 0 && server.bodies.held(in: .open) == 0)
        }
    }

    @Test func `no request is open once the clients of complete bodies have hung up`() async throws {
        let (read, hasRead) = AsyncStream.makeStream(of: Void.self)
        try await withServer(answering: { context, tasks in
            try await tasks.whileConnected(context.connection) {
                hasRead.yield()
                try await Task.sleep(for: .seconds(86_400))
                return "never"
            }
        }) { server in
            var clients: [any Channel] = []
            for _ in 0..<4 {
                let client = try await connect(to: server)
                try await client.writeAndFlush(Self.delivery)
                clients.append(client)
            }
            var iterator = read.makeAsyncIterator()
            for _ in clients { _ = await iterator.next() }
            #expect(server.active == 4)

            for client in clients { try await reset(client) }

            try await eventually { server.active == 0 }
            try await eventually { server.bodies.held(in: .bulk) == 0 && server.bodies.held(in: .open) == 0 }
        }
    }

    @Test(arguments: [false, true])
    func `a silent stream ends when its client closes its side, or resets the connection`(isReset: Bool) async throws {
        let (silence, isSilent) = AsyncStream.makeStream(of: Void.self)
        try await withServer(streaming: { client in
            try await client.whileConnected {
                isSilent.finish()
                try await Task.sleep(for: .seconds(86_400))
            }
        }) { server in
            let client = try await connect(to: server)
            try await client.writeAndFlush(ByteBuffer(string: "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"))
            for await _ in silence {}
            #expect(server.tasks.count == 1)

            if isReset { try await reset(client) } else { try await client.close(mode: .output) }

            try await eventually { server.tasks.count == 0 && server.counts.open == 0 }
        }
    }

    @Test func `a client that has sent all and closes its side still gets its answer`() async throws {
        try await withServer(answering: { context, tasks in
            try await tasks.whileConnected(context.connection) {
                try await Task.sleep(for: .milliseconds(50))
                return "stored"
            }
        }) { server in
            let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.allowRemoteHalfClosure, value: true).connect(to: server.address) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                            wrappingChannelSynchronously: channel,
                            configuration: .init(isOutboundHalfClosureEnabled: true)
                        )
                    }
                }
            let answer = try await client.executeThenClose { inbound, outbound in
                try await outbound.write(Self.delivery)
                outbound.finish()
                var answer = ""
                for try await bytes in inbound { answer += String(buffer: bytes) }
                return answer
            }

            #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.hasSuffix("stored"))
        }
    }
}
