import Database
import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// Deliveries that fail as a whole are counted.
@Suite struct FailedDeliveryTests {
    private func post(
        _ server: AppServer,
        _ body: [UInt8],
        key: String? = nil,
        _ headers: HTTPFields = [:]
    )
        async throws -> AppServer.Answer
    {
        var all: HTTPFields = [
            .authorization: "Bearer \(key ?? server.acme.creation.ingestKey.text)", .contentType: "application/json",
        ]
        for field in headers { all[field.name] = field.value }
        return try await server.send(.post, "/ingest/v1/events", headers: all, body: body)
    }

    private func outcomes(_ server: AppServer, of house: TestTenant) async throws -> [ItemCount] {
        try await server.installation.services.intake.storeFailures()
        let now = server.installation.clock.now
        return try await server.installation.services.events.outcomes(
            from: now - .hours(1),
            to: now + .days(1),
            grant: house.system.grant()
        ).rows.map(\.items)
    }

    @Test func `an unreadable delivery is counted once for its key, by its reason`() async throws {
        let server = try await AppServer()

        for _ in 1...3 { #expect(try await post(server, Array("{".utf8)).status == 400) }
        #expect(try await post(server, Array("{}".utf8), [.contentType: "text/html"]).status == 415)

        let found = try await outcomes(server, of: server.acme)
        #expect(found.reduce(0) { $0 + $1.count } == 4)
        #expect(found.allSatisfy { $0.outcome == .invalid && $0.category == .other && !$0.reason.isEmpty })
        #expect(found.contains { $0.count == 3 })
        #expect(found.contains { $0.reason == "unsupported_media_type" && $0.count == 1 })
        #expect(try await outcomes(server, of: server.globex).isEmpty)
    }

    @Test func `a delivery over the budget of the day is counted as limited`() async throws {
        let server = try await AppServer(ingestBudget: IngestBudget.Limits(perKey: 1, perTenant: 1 << 20))
        let good = Array(#"{"events":[{"id":"a","time":"2026-11-21T08:59:00Z","outcome":"failed"}]}"#.utf8)
        #expect(try await post(server, good).status == 200)
        server.installation.clock.advance(by: .seconds(1))

        #expect(try await post(server, good).status == 429)

        let found = try await outcomes(server, of: server.acme)
        #expect(found.contains(ItemCount(.limited, .other, reason: "budget", count: 1)))
        #expect(found.contains(ItemCount(.stored, .event, count: 1)))
    }

    @Test func `a delivery of a tenant that holds too much is counted as limited`() async throws {
        let server = try await AppServer()
        server.installation.services.intake.storage.reject(server.acme.tenant.id)

        #expect(try await post(server, Array("{".utf8)).status == 429)

        #expect(
            try await outcomes(server, of: server.acme) == [ItemCount(.limited, .other, reason: "budget", count: 1)]
        )
    }

    @Test func `what failed while nothing could be stored is counted when it can be again`() async throws {
        let server = try await AppServer()
        let storage = server.installation.services.intake.storage
        storage.set(.unavailable)
        for _ in 1...2 { #expect(try await post(server, Array("{".utf8)).status == 503) }
        #expect(try await outcomes(server, of: server.acme).isEmpty)

        storage.set(.available)

        #expect(
            try await outcomes(server, of: server.acme) == [
                ItemCount(.limited, .other, reason: "unavailable", count: 2)
            ]
        )
        #expect(try await outcomes(server, of: server.acme).count == 1)
    }

    @Test(.onlySQLite("the program may change its tables there"))
    func `failures that cannot be stored now are stored later`() async throws {
        var limits = IngestLimits()
        limits.eventsPerKey = 1
        limits.period = .seconds(1000)
        let server = try await AppServer(ingest: limits)
        let good = Array(#"{"events":[{"id":"a","time":"2026-11-21T08:59:00Z","outcome":"failed"}]}"#.utf8)
        #expect(try await post(server, good).status == 200)

        #expect(try await post(server, good).status == 429)

        try await rename("item_outcomes", to: "outcomes_that_are_away", of: server)
        await #expect(throws: DomainError.self) { try await server.installation.services.intake.storeFailures() }
        try await rename("outcomes_that_are_away", to: "item_outcomes", of: server)

        let found = try await outcomes(server, of: server.acme)
        #expect(found.contains(ItemCount(.limited, .event, reason: "rate", count: 1)))
        #expect(!found.contains { $0.category == .other })
    }

    @Test(.onlySQLite("the program may change its tables there"))
    func `each item of a delivery that was decoded and cannot be stored is counted`() async throws {
        let server = try await AppServer()
        let three = Array(
            #"{"events":[{"id":"a","outcome":"failed"},{"id":"b","outcome":"failed"},{"id":"c","outcome":"odd"}]}"#.utf8
        )

        try await rename("events", to: "events_that_are_away", of: server)
        #expect(try await post(server, three).status == 503)
        try await rename("events_that_are_away", to: "events", of: server)

        #expect(
            try await outcomes(server, of: server.acme) == [
                ItemCount(.limited, .event, reason: "unavailable", count: 3)
            ]
        )
        #expect(try await post(server, three).status == 200)
        let found = try await outcomes(server, of: server.acme)
        #expect(found.first { $0.outcome == .stored }?.count == 2)
        #expect(found.first { $0.outcome == .invalid }?.count == 1)
        #expect(found.reduce(0) { $0 + $1.count } == 6)
    }

    private func rename(_ name: SQL, to other: SQL, of server: AppServer) async throws {
        _ = try await server.installation.events.write(.installation("test")) { transaction in
            try transaction.execute("ALTER TABLE \(sql: name) RENAME TO \(sql: other)")
        }
    }

    @Test func `an unknown key is nobody's, and counted for nobody`() async throws {
        let server = try await AppServer()

        #expect(try await post(server, Array("{".utf8), key: "gh_ik_unknown").status == 401)

        #expect(try await outcomes(server, of: server.acme).isEmpty)
    }
}
