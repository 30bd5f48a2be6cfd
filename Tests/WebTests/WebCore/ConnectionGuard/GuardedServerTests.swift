import Fixtures
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

/// The whole server on a real socket, with deadlines short enough for a test to wait for what the server does.
@Suite(.timeLimit(.minutes(10))) struct GuardedServerTests {
    private func withServer(
        _ limits: ConnectionLimits,
        _ body: @Sendable (_ server: SocketAddress, _ counts: ConnectionCounts) async throws -> Void
    ) async throws {
        let stack = HTTPStack(isSecure: false, renderers: ErrorRenderers(fallback: ProblemRenderer()))
        let router = stack.makeRouter()
        let routes = Routes(router, list: stack.routes, area: .management)
        routes.get("hello") { _ in "hello" }
        routes.post("length") { String(try await $0.request.rawContent(upTo: 1024 * 1024).readableBytes) }
        routes.post("refuse") { _ -> Response in throw WebFailure.unauthenticated() }
        routes.get("streamed") { _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    for part in ["one ", "two"] { try await writer.write(ByteBuffer(string: part)) }
                    try await writer.finish(nil)
                }
            )
        }
        routes.get("large") { _ in
            Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x78, count: 64 * 1024 * 1024)))
        }
        let counts = ConnectionCounts(limits: limits)
        let (addresses, continuation) = AsyncStream.makeStream(of: SocketAddress.self)
        let application = Application(
            router: router,
            server: .guarded(
                limits: limits,
                counts: counts,
                bodies: BodyBudget(routes: stack.routes),
                tasks: ConnectionTasks()
            ),
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
            let server = try #require(await iterator.next())
            try await body(server, counts)
            // Cancelling a server traps in NIO when it drops a connection that is accepted but not served yet.
            await services.triggerGracefulShutdown()
        }
    }

    /// Sends the bytes and returns everything received until the server closed.
    private func exchange(_ text: String, with server: SocketAddress) async throws -> String {
        try await connection(to: server).executeThenClose { inbound, outbound in
            // A server that has closed already is as good an answer as one that closes now.
            try? await outbound.write(ByteBuffer(string: text))
            return try await Self.rest(of: inbound)
        }
    }

    private func connection(to server: SocketAddress) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton).connect(to: server) { channel in
            channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
        }
    }

    private static func rest(of inbound: NIOAsyncChannelInboundStream<ByteBuffer>) async throws -> String {
        var answer = ""
        do {
            for try await bytes in inbound { answer += String(buffer: bytes) }
        } catch {
            // A reset ends it too.
        }
        return answer
    }

    @Test func `a header that never ends is answered with 408`() async throws {
        var limits = ConnectionLimits()
        // Long enough for the first bytes to arrive on a busy machine: a connection that says nothing gets no answer.
        limits.headerDeadline = .seconds(8)
        try await withServer(limits) { server, _ in
            let answer = try await exchange("GET /hello HTTP/1.1\r\nHost: a\r\n", with: server)

            #expect(answer.hasPrefix("HTTP/1.1 408 "))
        }
    }

    @Test func `a body that never ends is answered with 408, like any other failure`() async throws {
        var limits = ConnectionLimits()
        limits.requestDeadline = .milliseconds(50)
        try await withServer(limits) { server, _ in
            let answer = try await exchange(
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc",
                with: server
            )

            #expect(answer.hasPrefix("HTTP/1.1 408 "))
            #expect(answer.contains("\"code\":\"request_timeout\""))
            #expect(answer.contains("X-Request-Id"))
        }
    }

    @Test func `a header over the limits is answered with 431 and a long target with 414`() async throws {
        try await withServer(ConnectionLimits()) { server, _ in
            let many = "GET /hello HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 5000) + "\r\n"
            let huge = "GET /hello HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 1024 * 1024))\r\n\r\n"
            let long = "GET /\(String(repeating: "a", count: 9000)) HTTP/1.1\r\nHost: a\r\n\r\n"
            let longer = "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: a\r\n\r\n"

            for (request, status) in [(many, 431), (huge, 431), (long, 414), (longer, 414)] {
                let answer = try await exchange(request, with: server)

                #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
            }
        }
    }

    @Test func `a refused upload gets its answer, although most of it is never read`() async throws {
        try await withServer(ConnectionLimits()) { server, _ in
            let head = "POST /refuse HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n"

            let answer = try await exchange(head + String(repeating: "x", count: 200_000), with: server)

            #expect(answer.hasPrefix("HTTP/1.1 401 "))
        }
    }

    @Test func `a client that sends Expect gets 100 Continue`() async throws {
        try await withServer(ConnectionLimits()) { server, _ in
            let head =
                "POST /length HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"

            let (first, rest) = try await connection(to: server).executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: head))
                var iterator = inbound.makeAsyncIterator()
                let first = try await iterator.next().map { String(buffer: $0) }
                try await outbound.write(ByteBuffer(string: "hello"))
                var rest = ""
                while let bytes = try await iterator.next() { rest += String(buffer: bytes) }
                return (first, rest)
            }

            #expect(first == "HTTP/1.1 100 Continue\r\n\r\n")
            #expect(rest.hasPrefix("HTTP/1.1 200 "))
            #expect(rest.hasSuffix("5"))
        }
    }

    @Test(arguments: [("/length", 2_000_000, 413), ("/refuse", 5, 401), ("/nowhere", 5, 404)])
    func `a client that sends Expect is rejected by its header alone`(
        path: String,
        length: Int,
        status: Int
    ) async throws {
        try await withServer(ConnectionLimits()) { server, _ in
            let answer = try await exchange(
                "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\nExpect: 100-continue\r\n\r\n",
                with: server
            )

            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test(arguments: [
        ("", 400), ("Host: a\r\nHost: b\r\n", 400), ("Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", 501),
        ("Host: a\r\nTransfer-Encoding: identity\r\n", 501),
    ])
    func `a request that could be read in two ways is refused`(fields: String, status: Int) async throws {
        try await withServer(ConnectionLimits()) { server, _ in
            let answer = try await exchange("GET /hello HTTP/1.1\r\n\(fields)\r\n", with: server)

            #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    @Test(arguments: [true, false]) func `a client that stops reading is let go`(byStall: Bool) async throws {
        var limits = ConnectionLimits()
        if byStall { limits.writeStall = .milliseconds(50) } else { limits.responseDeadline = .milliseconds(50) }
        try await withServer(limits) { server, counts in
            let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .channelOption(.autoRead, value: false).connect(to: server).get()
            try await client.writeAndFlush(ByteBuffer(string: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"))

            // It may be over before anyone looks.
            try await eventually { counts.admitted > 0 && counts.open == 0 }
            #expect(counts.admitted == 1)

            try? await client.close()
        }
    }

    @Test(arguments: [
        "*", "/", "//", "///api//v1", "/?", "/?a=%", "/#x", "/%", "/%00", "/%zz/%ff", "/..", "/./..//", "http://",
        "http://evil/hello",
        "http://evil:99999/hello", "http:///", "://", "hello", "/:user/{user}", "/**", "/\u{E9}\u{202E}", "/a?b?c#d?e",
    ])
    func `no target is too odd for an answer below 500`(target: String) async throws {
        try await withServer(ConnectionLimits()) { server, _ in
            let answer = try await exchange(
                "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                with: server
            )

            #expect(answer.hasPrefix("HTTP/1.1 4") || answer.hasPrefix("HTTP/1.1 200"))
        }
    }

    @Test func `an idle connection is closed`() async throws {
        var limits = ConnectionLimits()
        limits.idleTimeout = .milliseconds(50)
        try await withServer(limits) { server, _ in
            let answer = try await exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n", with: server)

            #expect(answer.hasSuffix("hello"))
        }
    }

    @Test(arguments: [
        "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: Close\r\n\r\n", "GET /hello HTTP/1.0\r\n\r\n",
        "GET /hello HTTP/1.0\r\nHost: a\r\nConnection: keep-alive\r\n\r\n",
    ])
    func `a client that asks to close, or whose version does, is not kept waiting`(request: String) async throws {
        var limits = ConnectionLimits()
        // Beyond the time limit of the tests.
        limits.idleTimeout = .hours(1)
        try await withServer(limits) { server, _ in
            let answer = try await exchange(request, with: server)

            let version = request.contains("HTTP/1.0") ? "HTTP/1.0" : "HTTP/1.1"
            #expect(answer.hasPrefix("\(version) 200 ") && answer.hasSuffix("hello"), "\(answer)")
        }
    }

    @Test func `a client of HTTP/1.0 gets no chunks`() async throws {
        try await withServer(ConnectionLimits()) { server, _ in
            let answer = try await exchange("GET /streamed HTTP/1.0\r\n\r\n", with: server)
            let chunked = try await exchange(
                "GET /streamed HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                with: server
            )

            #expect(answer.hasSuffix("\r\n\r\none two") && !answer.lowercased().contains("transfer-encoding"))
            #expect(chunked.lowercased().contains("transfer-encoding: chunked"))
        }
    }

    @Test func `one connection more than an address may have is closed at once`() async throws {
        var limits = ConnectionLimits()
        limits.connectionsPerAddress = 2
        try await withServer(limits) { server, counts in
            let first = try await connection(to: server)
            let second = try await connection(to: server)
            try await first.executeThenClose { _, _ in
                try await second.executeThenClose { _, _ in
                    while counts.open < 2 { await Task.yield() }

                    let answer = try await exchange("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n", with: server)

                    #expect(answer.isEmpty)
                    #expect(counts.rejected == 1)
                }
            }
        }
    }
}
