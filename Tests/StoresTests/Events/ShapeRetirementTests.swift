import Database
import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@testable import Stores

/// What clients make up is deleted some time after its last count by day has been folded.
@Suite struct ShapeRetirementTests {
    private let installation: Installation
    private let acme: TestTenant
    private var store: any EventStore { installation.stores.events }

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    /// An event of a version, with a failure of its own.
    private func event(_ id: Int, version: String, domain: String? = nil, ago: Duration = .minutes(1)) -> DecodedEvent {
        var event = acme.event(id, message: nil, ago: ago)
        event.content.texts[.appVersion] = version
        if let domain { event.content.error = EventError(domain: domain, code: "1", message: nil) }
        return event
    }

    private func number(_ statement: SQL) async throws -> Int {
        try await installation.events.read(.installation("test")) { try $0.value(statement) ?? -1 }
    }

    private func rows(_ table: SQL, where condition: SQL = "TRUE") async throws -> Int {
        try await number("SELECT count(*) AS n FROM \(sql: table) WHERE \(sql: condition)")
    }

    /// The rows that name a shape or a failure which is not there.
    private func broken() async throws -> Int {
        let events: SQL = """
            SELECT count(*) AS n FROM events e
            WHERE NOT EXISTS (SELECT 1 FROM shapes s WHERE s.tenant_id = e.tenant_id AND s.id = e.shape_id)
                OR (e.failure_id IS NOT NULL AND NOT EXISTS (
                    SELECT 1 FROM failures f WHERE f.tenant_id = e.tenant_id AND f.id = e.failure_id))
            """
        let counts: SQL = """
            SELECT count(*) AS n FROM event_counts c
            WHERE NOT EXISTS (SELECT 1 FROM shapes s WHERE s.tenant_id = c.tenant_id AND s.id = c.shape_id)
            """
        let shapes: SQL = """
            SELECT count(*) AS n FROM shapes s
            WHERE s.failure_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM failures f WHERE f.tenant_id = s.tenant_id AND f.id = s.failure_id)
            """
        return try await number(events) + number(counts) + number(shapes)
    }

    private func advance(_ span: Duration) async throws {
        installation.clock.advance(by: span)
        try await installation.services.maintenance.turn()
        #expect(try await broken() == 0)
    }

    private func total() async throws -> Int {
        let query = EventQuery(from: installation.clock.now - .days(200), to: installation.clock.now)
        return try await acme.services.events.counts(query, by: EventFacet(.stage), grant: acme.system.grant())
            .reduce(0) { $0 + $1.count }
    }

    /// Frees all space that can be freed, so that the counts of days before today are folded, and their shapes retired.
    private func makeRoom() async throws {
        while try await store.makeRoom(limit: 200, within: .seconds(600)).rows > 0 {}
    }

    @Test func `ten thousand random shapes are gone after their days, and their events stay counted`() async throws {
        for start in stride(from: 0, to: 10_000, by: 500) {
            try await acme.deliver(
                (start..<start + 500).map { event($0, version: "9.\($0)", domain: "Acme.\($0 % 600)") }
            )
        }
        let full = [try await rows("shapes"), try await rows("releases")]
        let highest = try await number("SELECT max(id) AS n FROM shapes")

        try await advance(.days(92))
        try await advance(.hours(3))
        let left = [try await rows("shapes"), try await rows("event_counts")]
        try await advance(.days(1))
        try await advance(.hours(3))

        #expect(full == [10_000, 10_000])
        #expect(left[0] <= 50 && left[1] <= 50)
        #expect(try await [rows("failures"), rows("releases")] == [0, 0])
        #expect(try await total() == 10_000)
        try await acme.deliver([event(1, version: "9.1")])
        #expect(try await rows("shapes", where: "id > \(highest)") == left[0] + 1)
    }

    @Test func `a failure that members wrote about stays, with its counts`() async throws {
        try await acme.deliver([
            event(1, version: "1.0", domain: "Acme.One"), event(2, version: "1.0", domain: "Acme.Two"),
        ])
        let listed = try await acme.services.failures.list(
            FailureQuery(),
            PageRequest(),
            grant: acme.system.grant()
        ).page.items
        let failure = try #require(listed.first)
        _ = try await acme.services.triage.comment(on: failure.id, "Seen before.", grant: acme.system.grant())

        for span: Duration in [.days(92), .hours(3), .days(1), .hours(3)] { try await advance(span) }

        #expect(listed.count == 2)
        #expect(try await rows("failures") == 1)
        let counted = try await number(
            """
            SELECT CAST(sum(c.n) AS BIGINT) AS n FROM event_counts c
            JOIN shapes s ON s.tenant_id = c.tenant_id AND s.id = c.shape_id WHERE s.failure_id IS NOT NULL
            """
        )
        #expect(counted == 1)
        #expect(try await total() == 2)
    }

    @Test func `a shape that is used with a cached number is not deleted`() async throws {
        try await acme.deliver([event(1, version: "1.0", ago: .days(2))])
        try await makeRoom()
        let marked = try await rows("shapes", where: "retired_at IS NOT NULL")
        installation.clock.advance(by: .minutes(30))

        try await acme.deliver([event(2, version: "1.0")])
        let stillMarked = try await rows("shapes", where: "retired_at IS NOT NULL")
        try await advance(.hours(3))

        #expect(marked == 1 && stillMarked == 1)
        #expect(try await rows("shapes", where: "app_version = '1.0' AND retired_at IS NULL") == 1)
        #expect(try await rows("shapes", where: "retired_at IS NOT NULL") == 0)
    }

    @Test func `a shape that is looked up again is no longer retired`() async throws {
        try await acme.deliver([event(1, version: "1.0", ago: .days(2))])
        try await makeRoom()
        installation.clock.advance(by: .hours(1))

        try await acme.deliver([event(2, version: "1.0")])

        #expect(try await rows("shapes", where: "retired_at IS NOT NULL") == 0)
        #expect(try await broken() == 0)
    }

    @Test func `the numbers of deleted shapes and failures are not given again`() async throws {
        try await acme.deliver([event(1, version: "1.0", domain: "Acme.One")])
        for span: Duration in [.days(92), .hours(3), .days(1), .hours(3)] { try await advance(span) }
        let left = try await number("SELECT coalesce(max(id), 0) AS n FROM failures")

        try await acme.deliver([event(2, version: "1.0", domain: "Acme.One")])

        #expect(left == 0)
        #expect(try await number("SELECT max(id) AS n FROM failures") == 2)
        // The second is what the count of the first was folded into.
        #expect(try await number("SELECT max(id) AS n FROM shapes") == 3)
        #expect(try await broken() == 0)
    }

    @Test func `days with events are not folded`() async throws {
        try await acme.deliver([event(1, version: "1.0", ago: .days(3))])
        installation.clock.advance(by: .days(80))
        try await acme.deliver([event(2, version: "1.1", ago: .days(2))])
        let step = try await installation.events.write(.installation("test")) { [installation] transaction in
            try CountFolding(
                tenant: 1,
                now: installation.clock.now,
                dictionary: EventDictionary(cost: RowCost(engine: .sqlite))
            ).fold(before: installation.clock.now, after: CountFolding.Place(), limit: 100, transaction).rows
        }

        #expect(step == 0)
        #expect(try await rows("event_counts", where: "span = 'd'") == 2)
    }
}
