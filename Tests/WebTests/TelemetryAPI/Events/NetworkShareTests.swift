import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// One client of a key, which is public, leaves its other clients what they need.
@Suite struct NetworkShareTests {
    enum WireFormat: CaseIterable {
        case native, otlp, sentry
    }

    /// A small delivery that is charged for a thousand items or more.
    enum CostlyDelivery: CaseIterable {
        case rejectedEvents, emptyRecords
        /// Containers of logs that break at once, and claim many records.
        case brokenContainers
        /// Reports of items that the client claims to have lost.
        case lostItems

        var format: WireFormat {
            switch self {
            case .rejectedEvents: .native
            case .emptyRecords: .otlp
            case .brokenContainers, .lostItems: .sentry
            }
        }

        var body: String {
            switch self {
            case .rejectedEvents: #"{"events":[7\#(String(repeating: ",7", count: 999))]}"#
            case .emptyRecords: NetworkShareTests.logs(Array(repeating: "{}", count: 1100))
            case .brokenContainers:
                "{}\n" + String(repeating: "{\"type\":\"log\",\"length\":1,\"item_count\":10000}\n[\n", count: 2000)
            case .lostItems: "{}\n" + String(repeating: "{\"type\":\"client_report\"}\n\(Self.report)\n", count: 10)
            }
        }

        private static let report =
            #"{"discarded_events":[{"reason":"network_error","category":"error","quantity":10000}]}"#
    }

    private static let rateLimit = HTTPField.Name("RateLimit")!  // a name
    private static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!  // a name
    /// 7,500 bytes of an attribute.
    private static let long = String(repeating: "The keychain was locked. ", count: 300)

    private func send(
        _ body: String,
        _ format: WireFormat,
        to server: AppServer,
        from address: String
    ) async throws -> AppServer.Answer {
        let (path, type): (String, String) =
            switch format {
            case .native: ("/ingest/v1/events", "application/json")
            case .otlp: ("/v1/logs", "application/json")
            case .sentry: ("/api/\(server.acme.tenant.number)/envelope/", "application/x-sentry-envelope")
            }
        return try await server.send(
            .post,
            path,
            headers: [.contentType: type, .authorization: "Bearer \(server.acme.creation.ingestKey.text)"],
            body: Array(body.utf8),
            from: address
        )
    }

    /// A delivery of one event that failed.
    /// - Parameter number: makes it different from others.
    private func delivery(_ format: WireFormat, _ number: Int, note: String = "short") -> String {
        switch format {
        case .native:
            let event = #"{"id":"\#(number)","time":"2026-11-21T08:59:00Z","outcome":"failed","note":"\#(note)"}"#
            return #"{"events":[\#(event)]}"#
        case .otlp:
            let attributes = [("log.record.uid", "\(number)"), ("note", note)].map {
                #"{"key":"\#($0)","value":{"stringValue":"\#($1)"}}"#
            }
            .joined(separator: ",")
            let time = #""timeUnixNano":"1795251599000000000""#
            return Self.logs([#"{\#(time),"severityNumber":17,"attributes":[\#(attributes)]}"#])
        case .sentry:
            let digits = "\(number)"
            let id = String(repeating: "0", count: 32 - digits.utf8.count) + digits
            let event = #"{"timestamp":1795251598.25,"level":"error","message":"m","extra":{"note":"\#(note)"}}"#
            return "{\"event_id\":\"\(id)\"}\n{\"type\":\"event\"}\n\(event)\n"
        }
    }

    private static func logs(_ records: [String]) -> String {
        #"{"resourceLogs":[{"scopeLogs":[{"logRecords":[\#(records.joined(separator: ","))]}]}]}"#
    }

    /// Sends events from addresses in turn, each until it is refused.
    /// - Returns: the names of the limits that ended it, for each address.
    private func flood(
        _ server: AppServer,
        _ format: WireFormat,
        from addresses: [String]
    ) async throws -> [String] {
        var limits: [String] = []
        for (place, address) in addresses.enumerated() {
            for number in 1...60 {
                let event = delivery(format, 1000 * place + number, note: Self.long)
                let answer = try await send(event, format, to: server, from: address)
                guard answer.status == 429 else { continue }
                #expect(answer.headers[.retryAfter] == "54000")
                limits.append(answer.headers[Self.rateLimit] ?? "")
                break
            }
        }
        return limits.compactMap { $0.split(separator: ";").first.map(String.init) }
    }

    /// Sends one event from each of some other networks.
    /// - Returns: how many are accepted.
    private func accepted(_ count: Int, _ server: AppServer, _ format: WireFormat) async throws -> Int {
        var accepted = 0
        for number in 0..<count {
            let event = delivery(format, 100_000 + number)
            let answer = try await send(event, format, to: server, from: "198.18.\(number).7")
            if answer.status == 200 { accepted += 1 }
        }
        return accepted
    }

    @Test(arguments: WireFormat.allCases)
    func `a network that floods a key leaves the budget of the day to other networks`(
        format: WireFormat
    ) async throws {
        let server = try await AppServer(ingestBudget: IngestBudget.Limits(perKey: 400_000, perTenant: 1 << 40))

        let limits = try await flood(server, format, from: (1...20).map { "192.0.2.\($0)" })

        #expect(limits.count == 20 && limits.first == #""daily-address""# && limits.last == #""daily-network""#)
        #expect(try await accepted(200, server, format) >= 190)
    }

    @Test(arguments: WireFormat.allCases)
    func `networks that flood a key together leave the last fifth to those that have sent little`(
        format: WireFormat
    ) async throws {
        let server = try await AppServer(ingestBudget: IngestBudget.Limits(perKey: 400_000, perTenant: 1 << 40))

        let limits = try await flood(
            server,
            format,
            from: (1...20).map { "192.0.\(1 + ($0 - 1) / 4).\($0)" }
        )

        #expect(limits.count == 20 && limits.last == #""daily-network""#)
        #expect(try await accepted(30, server, format) >= 29)
        #expect(try await flood(server, format, from: ["192.0.5.99"]) == [#""daily-network""#])
    }

    @Test(arguments: CostlyDelivery.allCases)
    func `the greatest charge of one delivery is the share of its address`(costly: CostlyDelivery) async throws {
        let format = costly.format
        var limits = IngestLimits(eventsPerKey: 1000)
        limits.period = .hours(1)
        let server = try await AppServer(ingest: limits)

        let first = try await send(costly.body, format, to: server, from: "192.0.2.1")
        let again = try await send(delivery(format, 1), format, to: server, from: "192.0.2.1")
        let other = try await send(delivery(format, 2), format, to: server, from: "198.51.100.1")

        #expect(first.status == 200, "\(first.text)")
        #expect(again.status == 429)
        #expect(other.status == 200, "\(other.text)")
    }

    @Test func `only clients with an address of their own have shares`() async throws {
        let server = try await AppServer(proxies: try TrustedProxies("10.0.0.0/8"))

        for (address, hasShares) in [("192.0.2.1", true), ("127.0.0.1", false), ("10.0.0.1", false)] {
            let answer = try await send(delivery(.native, 1), .native, to: server, from: address)
            let policy = try #require(answer.headers[Self.rateLimitPolicy])
            #expect(policy.contains(#""key-address";q=40000;w=10"#) == hasShares, "\(address): \(policy)")
            #expect(policy.contains(#""key-address-bytes";q=16777216;w=10"#) == hasShares, "\(address): \(policy)")
        }
    }
}
