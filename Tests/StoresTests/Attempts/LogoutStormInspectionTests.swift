import Domain
import Fixtures
import Testing

@testable import UseCases

/// Storms of sign-outs that the server finds by itself.
@Suite struct LogoutStormInspectionTests {
    private let acme: TestTenant
    private var clock: TestClock { acme.installation.clock }

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
        clock.advance(by: .minutes(30))
    }

    private func deliver(_ sessions: Int, from first: Int, release: String = "2.4.0") async throws {
        try await acme.deliver(
            (0..<sessions).map { number in
                var event = acme.event(first + number, stage: .refresh, outcome: .rejected)
                event.content.error = EventError(domain: "gatehouse", code: "session_not_found")
                event.content.texts[.appVersion] = release
                let session = Session.ID(.version7(at: clock.now, random: (0, UInt64(first + number))))
                event.content.texts[.session] = session.description
                return event
            }
        )
    }

    private func found() async throws -> [StoredEvent] {
        var query = EventQuery(from: clock.now - .days(1), to: clock.now + .minutes(1))
        query[.code] = "inc.logout_storm"
        return try await acme.services.events.page(query, PageRequest(), grant: acme.system.grant()).items
    }

    private func turn() async throws { try await acme.services.logoutStormInspection.turn() }

    @Test func `many sessions of one release that are refused are recorded once an hour`() async throws {
        try await deliver(19, from: 0)
        try await turn()
        #expect(try await found().isEmpty)

        try await deliver(1, from: 100)
        for _ in 0..<3 { try await turn() }
        let event = try #require(try await found().first)
        #expect(try await found().count == 1)
        #expect(event.content[.appVersion] == "2.4.0" && event.content.stage == .refresh)
        #expect(event.content.outcome == .inconsistent && event.content.occurredAt == clock.now.startOfHour)

        // More of the same hour, and then of the next.
        clock.advance(by: .minutes(5))
        try await deliver(30, from: 200)
        try await turn()
        #expect(try await found().count == 1)
        clock.advance(by: .hours(1))
        try await deliver(30, from: 300)
        try await turn()
        #expect(try await found().count == 2)
    }

    @Test func `releases are counted apart, each with its own event`() async throws {
        try await deliver(15, from: 0)
        try await deliver(15, from: 100, release: "2.3.0")
        try await turn()
        #expect(try await found().isEmpty)

        try await deliver(10, from: 200)
        try await deliver(10, from: 300, release: "2.3.0")
        try await turn()

        #expect(Set(try await found().compactMap(\.content[.appVersion])) == ["2.4.0", "2.3.0"])
    }

    @Test func `refusals that are long over are no storm`() async throws {
        try await deliver(30, from: 0)
        clock.advance(by: .minutes(20))

        try await turn()

        #expect(try await found().isEmpty)
    }
}
