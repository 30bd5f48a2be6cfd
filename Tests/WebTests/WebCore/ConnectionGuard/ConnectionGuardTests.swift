import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import WebCore

/// One connection under guard, with a clock that the test moves.
final class GuardedConnection {
    let channel = EmbeddedChannel()
    let counts: ConnectionCounts
    private(set) var output = ""
    private let server = Server()

    /// What the server sees.
    private final class Server: ChannelInboundHandler {
        typealias InboundIn = HTTPRequestPart
        var parts: [HTTPRequestPart] = []
        var errors: [any Error] = []

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { parts.append(unwrapInboundIn(data)) }
        func errorCaught(context: ChannelHandlerContext, error: any Error) { errors.append(error) }
    }

    init(
        _ limits: ConnectionLimits = ConnectionLimits(),
        counts: ConnectionCounts? = nil,
        bodies: BodyBudget = BodyBudget(routes: RouteList()),
        tasks: ConnectionTasks = ConnectionTasks(),
        from address: String = "192.0.2.1"
    ) throws {
        self.counts = counts ?? ConnectionCounts(limits: limits)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false,
            withOutboundHeaderValidation: false
        )
        try pipeline.addHandlers(
            HTTP1ToHTTPServerCodec(secure: false),
            ConnectionGuard(limits: limits, counts: self.counts, bodies: bodies, tasks: tasks),
            server
        )
        // The embedded channel takes where it connects to for its peer.
        channel.connect(to: try SocketAddress(ipAddress: address, port: 4711), promise: nil)
        channel.embeddedEventLoop.run()
    }

    var isOpen: Bool { channel.isActive }
    var heads: [HTTPRequest] { server.parts.compactMap { if case .head(let head) = $0 { head } else { nil } } }
    var bodyBytes: Int {
        server.parts.reduce(0) { if case .body(let bytes) = $1 { $0 + bytes.readableBytes } else { $0 } }
    }
    var bodyParts: Int { server.parts.count { if case .body = $0 { true } else { false } } }
    /// Of each request that has ended.
    var trailers: [HTTPFields?] {
        server.parts.compactMap { if case .end(let trailers) = $0 { .some(trailers) } else { nil } }
    }
    var errors: [any Error] { server.errors }

    func close() {
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
    }

    func receive(_ text: String) throws {
        guard isOpen else { return }
        try channel.writeInbound(ByteBuffer(string: text))
        try readOutput()
    }

    func advance(by time: TimeAmount) throws {
        channel.embeddedEventLoop.advanceTime(by: time)
        try readOutput()
    }

    func answer(_ status: HTTPResponse.Status = .ok) throws {
        channel.write(
            HTTPResponsePart.head(HTTPResponse(status: status, headerFields: [.contentLength: "0"])),
            promise: nil
        )
        channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
        channel.embeddedEventLoop.run()
        try readOutput()
    }

    /// A handler begins to read.
    func wantBody() throws {
        channel.triggerUserOutboundEvent(BodyRequested(), promise: nil)
        try readOutput()
    }

    private func readOutput() throws {
        while let data = try channel.readOutbound(as: IOData.self) {
            if case .byteBuffer(let bytes) = data { output += String(buffer: bytes) }
        }
    }
}

@Suite struct ConnectionGuardTests {
    private let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    @Test func `a connection that says nothing is closed`() throws {
        let connection = try GuardedConnection()

        try connection.advance(by: .seconds(14))
        #expect(connection.isOpen)
        try connection.advance(by: .seconds(1))

        #expect(!connection.isOpen)
        #expect(connection.output.isEmpty)
    }

    @Test func `a header that drips is cut off at its deadline`() throws {
        let connection = try GuardedConnection()

        try connection.receive("GET / HTTP/1.1\r\n")
        for _ in 0..<14 {
            try connection.advance(by: .seconds(1))
            try connection.receive("X: y\r\n")
        }
        #expect(connection.isOpen)
        try connection.advance(by: .seconds(1))

        #expect(connection.output.hasPrefix("HTTP/1.1 408 "))
        #expect(!connection.isOpen)
        #expect(connection.heads.isEmpty)
    }

    @Test func `a later header has its own deadline, from its first byte`() throws {
        let connection = try GuardedConnection()
        try connection.receive(get)
        try connection.answer()

        try connection.advance(by: .seconds(50))
        try connection.receive("GET / HTTP/1.1\r\n")
        try connection.advance(by: .seconds(14))
        #expect(connection.isOpen)
        try connection.advance(by: .seconds(1))

        #expect(!connection.isOpen)
    }

    @Test func `a body that drips is cut off, and the handler learns why`() throws {
        let connection = try GuardedConnection()

        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        for _ in 0..<29 {
            try connection.advance(by: .seconds(1))
            try connection.receive("x")
        }
        #expect(connection.errors.isEmpty)
        try connection.advance(by: .seconds(1))
        try connection.receive("x")

        #expect(connection.errors.count == 1)
        #expect(connection.errors.first is RequestReadingTimedOut)
        #expect(connection.bodyBytes == 29)
    }

    @Test func `the answer to a body that came too late is the last one`() throws {
        let connection = try GuardedConnection()
        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n")
        try connection.advance(by: .seconds(30))

        try connection.answer(.requestTimeout)

        #expect(connection.output.contains("HTTP/1.1 408 "))
        #expect(connection.output.lowercased().contains("connection: close"))
        #expect(!connection.isOpen)
    }

    @Test func `an answer may take as long as it likes`() throws {
        let connection = try GuardedConnection()

        try connection.receive(get)
        try connection.advance(by: .hours(1))
        #expect(connection.isOpen)
        try connection.answer()

        #expect(connection.output.hasPrefix("HTTP/1.1 200 "))
        #expect(connection.isOpen)
    }

    @Test func `an idle connection is closed`() throws {
        let connection = try GuardedConnection()
        try connection.receive(get)
        try connection.answer()

        try connection.advance(by: .seconds(59))
        #expect(connection.isOpen)
        try connection.advance(by: .seconds(1))

        #expect(!connection.isOpen)
    }

    @Test func `every request starts the idle time anew`() throws {
        let connection = try GuardedConnection()

        for _ in 0..<5 {
            try connection.receive(get)
            try connection.answer()
            try connection.advance(by: .seconds(50))
        }

        #expect(connection.isOpen)
        #expect(connection.heads.count == 5)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 100) + "\r\n", true),
        ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 101) + "\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: y\r\n", count: 70_000), false),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 16 * 1024 - 1))\r\n\r\n", true),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 16 * 1024))\r\n\r\n", false),
        ("GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: 1024 * 1024))", false),
        (
            "GET / HTTP/1.1\r\nHost: a\r\n"
                + String(repeating: "X: \(String(repeating: "y", count: 500))\r\n", count: 40) + "\r\n", false
        ),
    ])
    func `a header keeps to a hundred fields and sixteen kibibytes`(header: String, isTaken: Bool) throws {
        let connection = try GuardedConnection()

        try connection.receive(header)

        #expect(connection.heads.count == (isTaken ? 1 : 0))
        #expect(connection.output.hasPrefix("HTTP/1.1 431 ") == !isTaken)
    }

    @Test(arguments: [
        (8 * 1024, ""), (8 * 1024 + 1, "HTTP/1.1 414 "), (20 * 1024, "HTTP/1.1 414 "), (200 * 1024, "HTTP/1.1 414 "),
    ])
    func `a target keeps to eight kibibytes`(length: Int, answer: String) throws {
        let connection = try GuardedConnection()

        try connection.receive("GET /\(String(repeating: "a", count: length - 1)) HTTP/1.1\r\nHost: a\r\n\r\n")

        #expect(connection.output.prefix(13) == answer)
    }

    @Test func `the line of a later request is measured anew, and in pieces`() throws {
        let field = "X: \(String(repeating: "y", count: 200 * 1024))"
        let (long, short) = (try GuardedConnection(), try GuardedConnection())
        for connection in [long, short] {
            try connection.receive("GET /\(String(repeating: "a", count: 8000)) HTTP/1.1\r\nHost: a\r\n\r\n")
            try connection.answer()
        }

        try long.receive("\r\nGET /")
        for _ in 0..<30 { try long.receive(String(repeating: "a", count: 8000)) }
        try short.receive("GET / HT")
        try short.receive("TP/1.1\r\n\(field)")

        #expect(long.output.contains("HTTP/1.1 414 ") && short.output.contains("HTTP/1.1 431 "))
    }

    @Test(arguments: [
        "GARBAGE\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nBad Name: x\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    ])
    func `what is no HTTP is refused and not passed on`(text: String) throws {
        let connection = try GuardedConnection()

        try connection.receive(text)

        #expect(connection.output.hasPrefix("HTTP/1.1 400 "))
        #expect(!connection.isOpen)
        #expect(connection.heads.isEmpty)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n", 400),
        ("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n", 400), ("GET / HTTP/1.1\r\nHost: a b\r\n", 400),
        ("GET / HTTP/1.1\r\nHost: a/b@c\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n", 501),
        ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400),
        ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n", 400),
    ])
    func `a header that two servers could read in two ways is refused`(header: String, status: Int) throws {
        let connection = try GuardedConnection()

        try connection.receive(header + "\r\n")

        let version = header.contains("HTTP/1.0") ? "HTTP/1.0" : "HTTP/1.1"
        #expect(connection.output.hasPrefix("\(version) \(status) "))
        #expect(connection.heads.isEmpty)
    }

    @Test(arguments: [
        "GET / HTTP/1.0\r\n", "GET / HTTP/1.1\r\nHost:\r\n", "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n",
        "GET / HTTP/1.1\r\nHost: app.example.com:443\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n",
    ])
    func `a header that is beyond doubt is taken`(header: String) throws {
        let connection = try GuardedConnection()

        try connection.receive(header + "\r\n")

        #expect(connection.output.isEmpty)
        #expect(connection.heads.count == 1)
    }

    private let waiting = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"

    @Test(arguments: [
        "X-Forwarded-For: 192.0.2.1\u{301}", "Content-Type: text/pl\u{E4}in", "Authorization: Bearer \u{301}",
        "Connection: cl\u{F6}se",
        "Host: b\u{FC}cher.example", "Idempotency-Key: \u{301}", "X-Anything: caf\u{E9}",
    ])
    func `a header that may hold only ASCII is refused with anything else`(field: String) throws {
        let connection = try GuardedConnection()

        try connection.receive("GET / HTTP/1.1\r\n\(field.hasPrefix("Host") ? "" : "Host: a\r\n")\(field)\r\n\r\n")

        #expect(connection.output.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(connection.heads.isEmpty)
    }

    @Test(arguments: [
        "User-Agent: Caf\u{E9}/1", "x-device-name: Zo\u{EB}\u{2019}s iPhone", "Cookie: name=Jos\u{E9}; gatehouse=1",
        "cf-ipcity: S\u{E3}o Paulo", "cf-region: Bogot\u{E1}",
        "x-device-model: T\u{E9}l\u{E9}phone", "x-os-version: 1 \u{E9}", "x-app-version: 1 \u{E9}",
        "x-client-info: a\u{E9}",
    ])
    func `names of devices and cookies of other pages may be in any language`(field: String) throws {
        let connection = try GuardedConnection()

        try connection.receive("GET / HTTP/1.1\r\nHost: a\r\n\(field)\r\n\r\n")

        #expect(connection.heads.count == 1 && connection.output.isEmpty)
    }

    @Test(arguments: ["User-Agent", "Cookie", "x-device-name"])
    func `no header holds more than thirty combining marks in a row`(name: String) throws {
        for (marks, isTaken) in [(30, true), (31, false)] {
            let connection = try GuardedConnection()

            try connection.receive(
                "GET / HTTP/1.1\r\nHost: a\r\n\(name): a\(String(repeating: "\u{301}", count: marks))\r\n\r\n"
            )

            #expect(connection.heads.isEmpty != isTaken)
            #expect(connection.output.hasPrefix("HTTP/1.1 400") != isTaken)
        }
    }

    @Test func `a target that is not ASCII is refused`() throws {
        let connection = try GuardedConnection()

        try connection.receive("GET /caf\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n")

        #expect(connection.output.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
        #expect(connection.heads.isEmpty)
    }

    @Test func `a client that waits with the body is asked for it once a handler reads`() throws {
        let connection = try GuardedConnection()

        try connection.receive(waiting)
        #expect(connection.output.isEmpty)
        try connection.wantBody()
        try connection.wantBody()
        #expect(connection.output == "HTTP/1.1 100 Continue\r\n\r\n")
        try connection.receive("abc")
        try connection.answer()

        #expect(connection.bodyBytes == 3)
        #expect(connection.output.contains("HTTP/1.1 200 "))
        #expect(connection.isOpen)
    }

    @Test func `a client with an unread body gets the response, and the connection takes no further request`() throws {
        let connection = try GuardedConnection()

        try connection.receive(waiting)
        try connection.answer(.unauthorized)

        #expect(connection.output.hasPrefix("HTTP/1.1 401 "))
        #expect(!connection.isOpen)
    }

    @Test func `a client that does not wait is not asked`() throws {
        let connection = try GuardedConnection()

        try connection.receive(waiting + "abc")
        try connection.wantBody()

        #expect(connection.output.isEmpty)
    }

    @Test func `a client of the first version is not asked`() throws {
        let connection = try GuardedConnection()

        try connection.receive("POST / HTTP/1.0\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
        try connection.wantBody()

        #expect(connection.output.isEmpty)
    }

    @Test func `a body that cannot be parsed fails the handler that waits for it`() throws {
        let connection = try GuardedConnection()

        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")

        #expect(connection.errors.count == 1)
        #expect(connection.output.isEmpty)
    }

    @Test(arguments: [(1, 5000, true), (16, 5000, false), (1, 900, false)])
    func `a body in very many tiny chunks fails the handler that waits for it`(
        bytes: Int,
        chunks: Int,
        fails: Bool
    ) throws {
        let connection = try GuardedConnection()
        let chunk = "\(String(bytes, radix: 16))\r\n\(String(repeating: " ", count: bytes))\r\n"

        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<chunks / 100 where connection.errors.isEmpty {
            try connection.receive(String(repeating: chunk, count: 100))
        }

        #expect(connection.errors.contains { $0 is BodyInTinyChunks } == fails)
        #expect(connection.output.isEmpty)
    }

    @Test func `garbage after a request does not take away its answer`() throws {
        let connection = try GuardedConnection()

        try connection.receive(get + "GARBAGE\r\n\r\n")
        try connection.answer()

        #expect(connection.output.hasPrefix("HTTP/1.1 200 "))
        #expect(!connection.isOpen)
    }

    @Test func `an unread body is drained up to a limit`() throws {
        let connection = try GuardedConnection()
        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        try connection.answer(.unauthorized)

        try connection.receive("10000\r\n" + String(repeating: "x", count: 64 * 1024) + "\r\n")
        #expect(connection.isOpen)
        try connection.receive("1\r\nx\r\n")

        #expect(!connection.isOpen)
    }

    @Test func `a large unread body is not drained`() throws {
        let connection = try GuardedConnection()
        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n")

        try connection.answer(.contentTooLarge)

        #expect(connection.output.lowercased().contains("connection: close"))
        #expect(!connection.isOpen)
    }

    @Test func `a small unread body is drained and the connection is kept`() throws {
        let connection = try GuardedConnection()
        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n")
        try connection.answer(.unauthorized)

        try connection.receive("0123456789" + get)

        #expect(connection.heads.count == 2)
    }

    @Test(arguments: ["close", "Close", "keep-alive, CLOSE"])
    func `a client that asks to close is answered and let go`(token: String) throws {
        let connection = try GuardedConnection()

        try connection.receive("GET / HTTP/1.1\r\nHost: a\r\nConnection: \(token)\r\n\r\n")
        try connection.answer()

        #expect(connection.heads.first?.headerFields[.connection] == "close")
        #expect(connection.output.hasPrefix("HTTP/1.1 200 "))
        #expect(!connection.isOpen)
    }

    @Test func `the sixty-fifth connection of an address is refused, and one that ends makes room`() throws {
        let counts = ConnectionCounts()
        let connections = try (0..<64).map { _ in try GuardedConnection(counts: counts) }

        #expect(try !GuardedConnection(counts: counts).isOpen)
        #expect(try GuardedConnection(counts: counts, from: "192.0.2.2").isOpen)
        connections[0].channel.close(promise: nil)
        #expect(try GuardedConnection(counts: counts).isOpen)
        #expect(counts.rejected == 1)
    }
}

@Suite struct ConnectionCountsTests {
    private let local = IPAddress("127.0.0.1")

    @Test func `beyond the limit of idle connections the one that has waited longest is closed`() throws {
        var limits = ConnectionLimits()
        limits.idleConnections = 2
        let counts = ConnectionCounts(limits: limits)
        let connections = try (1...3).map { try GuardedConnection(limits, counts: counts, from: "192.0.2.\($0)") }

        #expect(connections.map(\.isOpen) == [false, true, true])
        try connections[1].receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        let fourth = try GuardedConnection(limits, counts: counts, from: "192.0.2.4")
        #expect([connections[1], connections[2], fourth].map(\.isOpen) == [true, true, true])
        try connections[1].answer()

        #expect([connections[1], connections[2], fourth].map(\.isOpen) == [true, false, true])
        #expect(connections[1].output.hasPrefix("HTTP/1.1 200 "))
        #expect(counts.idle.count == 2)
        #expect(counts.open == 2)
    }

    @Test func `an answer that is written after the end of its connection leaves no idle connection`() throws {
        let connection = try GuardedConnection()
        try connection.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n")

        connection.channel.pipeline.fireChannelInactive()
        try? connection.answer()

        #expect(connection.counts.idle.count == 0)
    }

    @Test func `a header that has begun is answered when its connection is closed for another`() throws {
        var limits = ConnectionLimits()
        limits.idleConnections = 1
        let counts = ConnectionCounts(limits: limits)
        let slow = try GuardedConnection(limits, counts: counts, from: "192.0.2.1")
        try slow.receive("GET / HTTP/1.1\r\n")

        let other = try GuardedConnection(limits, counts: counts, from: "192.0.2.2")
        try slow.advance(by: .zero)

        #expect(slow.output.hasPrefix("HTTP/1.1 408 ") && other.isOpen)
    }

    @Test func `no client closes the idle connections of a trusted proxy`() throws {
        var limits = ConnectionLimits()
        limits.idleConnections = 1
        let counts = ConnectionCounts(limits: limits, proxies: try TrustedProxies("192.0.2.9/32"))
        let proxy = try GuardedConnection(limits, counts: counts, from: "192.0.2.9")

        let others = try (1...3).map { try GuardedConnection(limits, counts: counts, from: "192.0.2.\($0)") }

        #expect(proxy.isOpen && others.map(\.isOpen) == [false, false, true])
    }

    @Test func `a request that has begun is never closed for an idle connection`() throws {
        var limits = ConnectionLimits()
        limits.idleConnections = 1
        let counts = ConnectionCounts(limits: limits)
        let open = try GuardedConnection(limits, counts: counts, from: "192.0.2.1")
        try open.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n")

        let others = try (2...4).map { try GuardedConnection(limits, counts: counts, from: "192.0.2.\($0)") }

        #expect(open.isOpen)
        #expect(others.map(\.isOpen) == [false, false, true])
        others[2].close()
        #expect(counts.idle.count == 0)
    }

    @Test func `all addresses of an IPv6 customer count as one`() throws {
        let counts = ConnectionCounts()

        for last in 0..<64 { _ = try #require(counts.admit(IPAddress("2001:db8::\(last)"))) }

        #expect(counts.admit(IPAddress("2001:db8::ffff")) == nil)
        #expect(counts.admit(IPAddress("2001:db8:0:1::1")) != nil)
    }

    @Test func `a trusted proxy speaks for many`() throws {
        let counts = ConnectionCounts(proxies: try TrustedProxies("10.0.0.0/8"))

        for _ in 0..<100 { _ = try #require(counts.admit(IPAddress("10.0.0.1"))) }

        #expect(counts.open == 100)
    }

    @Test func `the last places are kept for this machine`() throws {
        var limits = ConnectionLimits()
        limits.connections = 20
        let counts = ConnectionCounts(limits: limits)

        let admissions = (1...25).compactMap { counts.admit(IPAddress("192.0.2.\($0)")) }

        #expect(admissions.count == 19)
        #expect(counts.admit(local) != nil)
        #expect(counts.admit(local) == nil)
    }

    @Test(arguments: [
        (IPv6Width.prefix56, 256), (.prefix48, 1024), (.ipv4, 512),
    ])
    private func `a network of many addresses fills no more than its share`(width: IPv6Width, share: Int) throws {
        let counts = ConnectionCounts()
        let admissions = (0..<20_000).compactMap { counts.admit(IPAddress(width.address($0))) }

        #expect(admissions.count == share && counts.rejected(by: .network) > 0)
        #expect(counts.admit(IPAddress("203.0.113.7")) != nil)
        counts.end(admissions[0])
        #expect(counts.admit(IPAddress(width.address(0))) != nil)
    }

    /// Networks, and as many addresses in them as anyone wants.
    private enum IPv6Width: Sendable {
        case prefix56, prefix48, ipv4

        func address(_ number: Int) -> String {
            switch self {
            case .prefix56: "2001:db8:0:\(String(number % 256, radix: 16))::1"
            case .prefix48: "2001:db8:0:\(String(number, radix: 16))::1"
            case .ipv4: "198.51.100.\(number % 256)"
            }
        }
    }

    @Test func `shares of networks follow from what there is`() {
        var limits = ConnectionLimits()
        limits.connections = 1000
        #expect(limits.maximum(of: .ipv6Prefix56) == 125 && limits.maximum(of: .ipv6Prefix48) == 250)
        // A configuration that allows one address so many is intended.
        limits.connectionsPerAddress = 900
        #expect(limits.maximum(of: .ipv4Prefix24) == 900)
        limits.connectionsPerIPv4Prefix24 = 30
        #expect(limits.maximum(of: .ipv4Prefix24) == 30)
    }

    @Test func `what ends is forgotten`() throws {
        let counts = ConnectionCounts()
        let admission = try #require(counts.admit(local))

        counts.end(admission)

        #expect(counts.open == 0)
    }
}
