import HTTPTypes
import NIOCore
import NIOEmbedded
import Testing

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import Operations
@testable import WebCore
@testable import WebFixtures

@Suite struct BodyBudgetTests {
    /// Routes that take events.
    private static func routes() -> RouteList {
        let list = RouteList()
        for path in ["/ingest/v1/events", "/v1/ingest/auth-events"] {
            _ = list.add(
                RouteDescription(
                    method: .post,
                    path: path,
                    area: .ingest,
                    authentication: .ingestKey,
                    permission: nil,
                    operation: nil
                )
            )
        }
        return list
    }

    private func budget(
        small: Int = 100_000,
        bulk: Int = 100_000,
        free: Int = 0,
        proxies: TrustedProxies = .none
    ) -> BodyBudget {
        var limits = BodyBudget.Limits()
        limits.smallBytes = small
        limits.bulkBytes = bulk
        limits.smallBodyBytes = 10_000
        limits.freeBytes = free
        return BodyBudget(limits: limits, proxies: proxies, routes: Self.routes())
    }

    private func head(_ path: String, length: Int, _ fields: String = "") -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\(fields)\r\n"
    }

    private func text(_ count: Int) -> String { String(repeating: "x", count: count) }

    @Test func `endless bodies of all clients together hold no more than the budget`() throws {
        let budget = budget(bulk: 50_000)
        let connections = try (0..<60).map { try GuardedConnection(bodies: budget, from: "198.51.\($0).1") }

        for connection in connections { try connection.receive(head("/ingest/v1/events", length: 1_000_000)) }
        for _ in 1...10 { for connection in connections { try connection.receive(text(1000)) } }

        #expect(budget.held(in: .bulk) <= 50_000)
        #expect(budget.rejected(in: .bulk) > 0)
        #expect(connections.contains { $0.errors.first is BodyBudgetExceeded })
    }

    @Test func `a rejected client gets a response, and the connection ends`() throws {
        let connection = try GuardedConnection(bodies: budget(bulk: 10_000))

        try connection.receive(head("/ingest/v1/events", length: 100_000) + text(5000))
        #expect(connection.errors.count == 1 && connection.errors.first is BodyBudgetExceeded)
        try connection.answer(.serviceUnavailable)

        #expect(connection.output.hasPrefix("HTTP/1.1 503 "))
        #expect(connection.output.lowercased().contains("connection: close"))
        #expect(!connection.isOpen)
    }

    @Test func `events take nothing from what sign-ins need`() throws {
        let budget = budget(bulk: 40_000)
        let flood = try (0..<10).map { try GuardedConnection(bodies: budget, from: "198.51.\($0).1") }
        for connection in flood { try connection.receive(head("/v1/ingest/auth-events", length: 100_000) + text(9000)) }
        #expect(budget.rejected(in: .bulk) > 0)

        let user = try GuardedConnection(bodies: budget)
        try user.receive(head("/sign-in", length: 9000) + text(9000))

        #expect(user.errors.isEmpty && user.bodyBytes == 9000)
        #expect(budget.held(in: .small) == 9000)
    }

    @Test func `a small request passes whatever others do`() throws {
        let budget = budget(small: 0, bulk: 0, free: 2000)
        let connection = try GuardedConnection(bodies: budget)

        try connection.receive(head("/sign-in", length: 1500) + text(1500))

        #expect(connection.errors.isEmpty && connection.bodyBytes == 1500)
    }

    @Test func `a long body counts among the events`() throws {
        let budget = budget()
        let connection = try GuardedConnection(bodies: budget)

        try connection.receive(head("/api/v1/import", length: 50_000) + text(9000))
        #expect(budget.held(in: .small) == 9000)
        try connection.receive(text(9000))

        #expect(budget.held(in: .small) == 0 && budget.held(in: .bulk) == 18_000)
    }

    @Test func `what is answered, or whose connection is gone, holds nothing`() throws {
        let budget = budget()
        let (answered, gone) = (try GuardedConnection(bodies: budget), try GuardedConnection(bodies: budget))
        for connection in [answered, gone] {
            try connection.receive(head("/ingest/v1/events", length: 9000) + text(9000))
        }
        #expect(budget.held(in: .bulk) == 18_000)

        try answered.answer()
        #expect(budget.held(in: .bulk) == 9000)
        gone.close()

        #expect(budget.held(in: .bulk) == 0)
        #expect(budget.takePeak() >= 18_000)
        #expect(budget.takePeak() == 0)
    }

    @Test func `a request counts until the task of its connection has ended, although the client is gone`() throws {
        let (budget, tasks) = (budget(), ConnectionTasks())
        let connection = try GuardedConnection(bodies: budget, tasks: tasks)
        tasks.begin(connection.channel)
        try connection.receive(head("/ingest/v1/events", length: 9000) + text(9000))

        connection.close()
        #expect(connection.counts.open == 0)
        #expect(budget.held(in: .bulk) == 9000 && budget.held(in: .open) == budget.limits.openRequestBytes)
        tasks.end(connection.channel)

        #expect(budget.held(in: .bulk) == 0 && budget.held(in: .open) == 0)
    }

    @Test func `one address may send the largest delivery`() throws {
        let budget = BodyBudget(routes: Self.routes())
        let connection = try GuardedConnection(bodies: budget)

        try connection.receive(head("/ingest/v1/events", length: 8 << 20))
        for _ in 0..<128 { try connection.receive(text(65_536)) }

        #expect(connection.errors.isEmpty && connection.bodyBytes == 8 << 20)
    }

    /// Tells the guard of a connection what its handler has read over.
    private func consume(_ bytes: Int, keeping kept: Int = 0, on connection: GuardedConnection) throws {
        let promise = connection.channel.eventLoop.makePromise(of: Void.self)
        connection.channel.triggerUserOutboundEvent(BodyConsumed(bytes: bytes, keeping: kept), promise: promise)
        connection.channel.embeddedEventLoop.run()
        try promise.futureResult.wait()
    }

    @Test func `one address may send the largest delivery while it is unpacked`() throws {
        let budget = BodyBudget(routes: Self.routes())
        let connection = try GuardedConnection(bodies: budget)
        try connection.receive(head("/ingest/v1/events", length: 20 << 20))

        // The decoder.
        try consume(0, keeping: 112 << 10, on: connection)
        for _ in 0..<64 {
            for _ in 0..<2 { try connection.receive(text(65_536)) }
            try consume(131_072, keeping: 131_072, on: connection)
        }
        // What has arrived and is not unpacked.
        for _ in 0..<2 { try connection.receive(text(65_536)) }

        #expect(connection.errors.isEmpty)
        #expect(budget.held(in: .bulk) > 8 << 20)
    }

    @Test func `a body that is read over while it arrives may be larger than the pool`() throws {
        let budget = budget(bulk: 300_000)
        let (streamed, collected) = (try GuardedConnection(bodies: budget), try GuardedConnection(bodies: budget))

        for connection in [streamed, collected] {
            try connection.receive(head("/ingest/v1/events", length: 20 << 20))
        }
        for _ in 0..<320 where streamed.errors.isEmpty {
            try streamed.receive(text(65_536))
            try consume(65_536, on: streamed)
        }
        for _ in 0..<320 where collected.errors.isEmpty { try collected.receive(text(65_536)) }

        #expect(streamed.errors.isEmpty && streamed.bodyBytes == 20 << 20)
        #expect(collected.errors.first is BodyBudgetExceeded)
        #expect(budget.takePeak() <= 300_000)
    }

    @Test func `what a handler keeps of a body counts until the answer, as far as there is room`() throws {
        let budget = budget(bulk: 30_000)
        let connection = try GuardedConnection(bodies: budget)

        try connection.receive(head("/ingest/v1/events", length: 20_000) + text(9000))
        try consume(9000, keeping: 2000, on: connection)
        #expect(budget.held(in: .bulk) == 2000)
        // One network has a third.
        #expect(throws: BodyBudgetExceeded.self) { try consume(0, keeping: 8001, on: connection) }
        #expect(budget.held(in: .bulk) <= 10_000)

        connection.close()
        #expect(budget.held(in: .bulk) == 0 && budget.held(in: .open) == 0)
    }

    @Test func `what is consumed beyond what arrived frees nothing of another request`() throws {
        let budget = budget()
        let connection = try GuardedConnection(bodies: budget)

        try consume(1000, on: connection)
        try connection.receive(
            head("/ingest/v1/events", length: 3000) + text(3000) + head("/ingest/v1/events", length: 5000) + text(5000)
        )
        try consume(7000, on: connection)
        #expect(budget.held(in: .bulk) == 5000)

        try connection.answer()
        #expect(budget.held(in: .bulk) == 5000)
        try connection.answer()
        #expect(budget.held(in: .bulk) == 0)
    }

    @Test func `a body that is partly read over is freed when its client hangs up`() throws {
        let (budget, tasks) = (budget(), ConnectionTasks())
        let connection = try GuardedConnection(bodies: budget, tasks: tasks)
        tasks.begin(connection.channel)
        try connection.receive(head("/ingest/v1/events", length: 20_000) + text(9000))
        try consume(5000, keeping: 1000, on: connection)

        connection.close()
        #expect(budget.held(in: .bulk) == 5000)
        tasks.end(connection.channel)

        #expect(budget.held(in: .bulk) == 0 && budget.held(in: .open) == 0)
    }

    @Test func `bodies of every route that takes events are in the pool of events, and no others`() async throws {
        let list = try await Site().list
        let events = list.routes.filter { $0.area == .ingest && $0.method == .post }
            .map { $0.path.replacing(/[{:][^\/]+/, with: "7") }
        let others = [
            "/auth/v1/token?grant_type=password", "/api/auth/sign-in/email", "/v1/login", "/ingest", "/api/7",
        ]

        #expect(events.contains("/v1/logs") && events.contains("/api/7/envelope") && events.count >= 8)
        for path in events.flatMap({ [$0, $0 + "/", $0 + "?sentry_version=7", "/" + $0] }) + others {
            let budget = BodyBudget(routes: list)
            let connection = try GuardedConnection(bodies: budget)
            try connection.receive(head(path, length: 3000) + text(3000))

            let held = 3000 - budget.limits.freeBytes
            let isEvents = !others.contains(path)
            #expect(connection.bodyBytes == 3000)
            #expect(budget.held(in: .bulk) == (isEvents ? held : 0), "\(path)")
            #expect(budget.held(in: .small) == (isEvents ? 0 : held), "\(path)")
        }
    }

    @Test func `requests that follow each other are counted one by one`() throws {
        let budget = budget()
        let connection = try GuardedConnection(bodies: budget)

        try connection.receive(head("/a", length: 3000) + text(3000) + head("/b", length: 5000) + text(5000))
        #expect(budget.held(in: .small) == 8000)
        try connection.answer()
        #expect(budget.held(in: .small) == 5000)
        try connection.answer()

        #expect(budget.held(in: .small) == 0 && connection.bodyBytes == 8000)
    }

    @Test(arguments: [("2001:db8:0:1%d::1", 30_000), ("2001:db8:0:%d00::1", 50_000), ("192.0.2.%d", 50_000)])
    func `a network has its share only`(pattern: String, share: Int) throws {
        let budget = budget()
        let connections = try (10..<40).map {
            try GuardedConnection(bodies: budget, from: pattern.replacing("%d", with: "\($0)"))
        }

        for connection in connections {
            try connection.receive(head("/ingest/v1/events", length: 100_000) + text(5000))
        }

        #expect(budget.held(in: .bulk) == share)
    }

    @Test func `behind a trusted proxy it is the client's share`() throws {
        let budget = budget(proxies: try TrustedProxies("192.0.2.1"))
        let connections = try (0..<10).map { _ in try GuardedConnection(bodies: budget) }

        for (number, connection) in connections.enumerated() {
            let client = "X-Forwarded-For: 203.0.113.\(number < 8 ? 7 : 8)\r\n"
            try connection.receive(head("/ingest/v1/events", length: 100_000, client) + text(5000))
        }

        #expect(connections.prefix(6).allSatisfy { $0.errors.isEmpty })
        #expect(connections[6..<8].allSatisfy { $0.errors.first is BodyBudgetExceeded })
        #expect(connections.suffix(2).allSatisfy { $0.errors.isEmpty })
    }

    private func budget(requests count: Int, proxies: TrustedProxies = .none) -> BodyBudget {
        var limits = BodyBudget.Limits()
        limits.openBytes = count * limits.openRequestBytes
        return BodyBudget(limits: limits, proxies: proxies, routes: RouteList())
    }

    @Test func `requests that are open count by themselves, and those beyond the bound are refused`() throws {
        let budget = budget(requests: 160)
        let connections = try (0..<200).map { try GuardedConnection(bodies: budget, from: "198.\($0).1.1") }

        for connection in connections {
            try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        }

        // One in sixteen is for this machine.
        #expect(connections.count { $0.heads.count == 1 } == 150)
        #expect(connections.suffix(50).allSatisfy { $0.output.hasPrefix("HTTP/1.1 503 ") && !$0.isOpen })
        let local = try GuardedConnection(bodies: budget, from: "127.0.0.1")
        try local.receive("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(local.heads.count == 1)
    }

    @Test func `an open request counts until its answer, once for each connection`() throws {
        let budget = budget(requests: 160)
        let connection = try GuardedConnection(bodies: budget)
        let get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

        try connection.receive(get + get)
        #expect(budget.held(in: .open) == budget.limits.openRequestBytes)
        try connection.answer()
        #expect(budget.held(in: .open) == budget.limits.openRequestBytes)
        try connection.answer()
        #expect(budget.held(in: .open) == 0)
        try connection.receive(get)
        connection.close()

        #expect(budget.held(in: .open) == 0)
    }

    @Test func `a network has a share of the open requests only`() throws {
        let budget = budget(requests: 160)
        let connections = try (0..<30).map { _ in try GuardedConnection(bodies: budget) }

        for connection in connections { try connection.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n") }

        #expect(connections.count { $0.heads.count == 1 } == 12)
    }

    @Test func `while many requests are open, a new one is to be read soon`() throws {
        let budget = budget(requests: 160)
        let half = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n"
        let connections = try (0..<100).map { try GuardedConnection(bodies: budget, from: "198.\($0).1.1") }

        for connection in connections { try connection.receive(half) }
        for connection in connections { try connection.advance(by: .seconds(5)) }

        #expect(connections[0].errors.isEmpty)
        #expect(connections[99].errors.first is RequestReadingTimedOut)
    }

    @Test func `trailers are counted, and dropped at the end`() throws {
        let budget = budget()
        let connection = try GuardedConnection(bodies: budget)

        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        try connection.receive("2\r\n{}\r\n")
        #expect(budget.held(in: .small) == 2)
        try connection.receive("0\r\nX: \(text(3000))\r\n")
        #expect(budget.held(in: .small) > 3000)
        try connection.receive("\r\n")

        #expect(connection.errors.isEmpty && connection.trailers == [nil])
        try connection.answer()
        #expect(budget.held(in: .small) == 0 && connection.isOpen)
    }

    @Test(arguments: ["0\r\n", "2;"])
    func `trailers and extensions of chunks beyond four kibibytes fail the request`(beginning: String) throws {
        let connection = try GuardedConnection()

        try connection.receive(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n" + beginning
        )
        for _ in 0..<3 { try connection.receive(beginning == "2;" ? "x=\(text(1000));" : "x:\(text(1000))\r\n") }
        #expect(connection.errors.isEmpty)
        for _ in 0..<2 { try connection.receive(beginning == "2;" ? "x=\(text(1000));" : "x:\(text(1000))\r\n") }

        #expect(connection.errors.first is BodyOverheadTooLarge)
    }

    @Test func `a long body in chunks of sixteen bytes has no overhead that counts`() throws {
        let connection = try GuardedConnection()
        let chunks = String(repeating: "10\r\n0123456789abcdef\r\n", count: 700)

        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in 0..<5 { try connection.receive(chunks) }

        #expect(connection.errors.isEmpty && connection.bodyBytes == 5 * 700 * 16)
    }

    @Test func `headers that never end count too`() throws {
        let budget = budget(small: 20_000)
        let connections = try (0..<20).map { try GuardedConnection(bodies: budget, from: "198.51.\($0).1") }

        for connection in connections { try connection.receive("GET / HTTP/1.1\r\nHost: a\r\nX: \(text(4000))") }

        #expect(budget.held(in: .small) <= 20_000)
        #expect(connections.contains { $0.output.hasPrefix("HTTP/1.1 503 ") })
        #expect(connections.contains { $0.isOpen })
    }

    @Test func `a header that is complete holds nothing`() throws {
        let budget = budget()
        let connection = try GuardedConnection(bodies: budget)

        try connection.receive("GET / HTTP/1.1\r\nHost: a\r\nX: \(text(4000))")
        #expect(budget.held(in: .small) > 4000)
        try connection.receive("\r\n\r\n")

        #expect(budget.held(in: .small) == 0 && connection.heads.count == 1)
    }

    @Test func `a thousand chunks of one byte are one part`() throws {
        let connection = try GuardedConnection()
        let chunks = String(repeating: "1\r\nx\r\n", count: 1000)

        try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)

        #expect(connection.bodyBytes == 1000 && connection.bodyParts == 1)
    }
}
