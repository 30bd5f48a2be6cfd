import Database
import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import TelemetryAPI
@testable import UseCases
@testable import WebCore
@testable import WebFixtures

@Suite struct UnknownCredentialTests {
    @Test func `an unknown credential is remembered for half a minute`() {
        let clock = TestClock()
        let unknown = UnknownCredentials { clock.now }
        let dsn = IngestCredential.dsn(key: "a", project: 1)

        unknown.add(dsn)

        #expect(unknown.contains(dsn))
        #expect(!unknown.contains(.dsn(key: "a", project: 2)))
        #expect(!unknown.contains(.key("a")))
        clock.advance(by: .seconds(30))
        #expect(!unknown.contains(dsn))
    }

    @Test func `an unknown credential is looked up once`() async throws {
        let server = try await AppServer()
        func status(_ digit: String) async throws -> Int {
            try await server.send(
                .post,
                "/api/1/envelope/?sentry_key=\(String(repeating: digit, count: 32))",
                body: Array("{}".utf8)
            ).status
        }
        #expect(try await status("a") == 403)
        try await server.installation.control.close()

        #expect(try await status("a") == 403)
        #expect(try await status("b") == 503)
    }

    @Test func `a flood of credentials does not fill the memory`() {
        let clock = TestClock()
        let unknown = UnknownCredentials(maximumCount: 100) { clock.now }

        for number in 0..<1000 { unknown.add(.key("\(number)")) }

        #expect((0..<1000).count { unknown.contains(.key("\($0)")) } <= 100)
    }

    @Test func `a search for keys is limited by its address, and another address is not`() async throws {
        var limits = IngestLimits()
        limits.eventsPerAddress = 1000
        limits.period = .seconds(1000)
        let server = try await AppServer(ingest: limits)
        func status(_ key: String, from address: String) async throws -> Int {
            try await server.send(
                .post,
                "/ingest/v1/events",
                headers: [.contentType: "application/json", .authorization: "Bearer \(key)"],
                body: Array(#"{"events":[{"stage":"refresh","outcome":"failed"}]}"#.utf8),
                from: address
            ).status
        }

        var statuses: [Int] = []
        for number in 0..<8 { statuses.append(try await status("gh_ik_\(number)", from: "203.0.113.7")) }

        #expect(statuses.prefix(5).allSatisfy { $0 == 401 } && statuses.last == 429)
        #expect(try await status(server.acme.creation.ingestKey.text, from: "198.51.100.1") == 200)
    }

    @Test func `an address that has used up its limit is rejected before the database is asked`() async throws {
        var limits = IngestLimits()
        limits.eventsPerAddress = 1000
        limits.period = .seconds(1000)
        let server = try await AppServer(ingest: limits)
        func status(_ number: Int) async throws -> Int {
            try await server.send(
                .post,
                "/api/1/envelope/?sentry_key=\(String(repeating: "\(number)", count: 32))",
                body: Array("{}".utf8)
            ).status
        }
        for number in 0..<5 { #expect(try await status(number) == 403) }
        try await server.installation.control.close()

        #expect(try await status(5) == 429)
    }
}
