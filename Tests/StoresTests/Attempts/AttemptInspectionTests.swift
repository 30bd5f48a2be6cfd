import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

/// Contradictions that the server finds by itself.
@Suite struct AttemptInspectionTests {
    private let acme: TestTenant
    private let attempt = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")!

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    private func request(_ number: Int, of testTenant: TestTenant) -> DecodedEvent {
        var event = testTenant.event(number, stage: .tokenExchange, outcome: .success)
        event.content.attempt = attempt
        return event
    }

    private func found(_ code: String = "inc.client_ok_server_none") async throws -> [StoredEvent] {
        let now = acme.installation.clock.now
        var query = EventQuery(from: now - .days(1), to: now + .minutes(1))
        query[.code] = code
        return try await acme.services.events.page(query, PageRequest(limit: 200), grant: acme.system.grant()).items
    }

    @Test func `a contradiction is recorded once, when the attempt has come to rest`() async throws {
        try await acme.deliver([request(1, of: acme)])

        try await acme.services.attemptInspection.turn()
        #expect(try await found().isEmpty)

        acme.installation.clock.advance(by: .minutes(12))
        for _ in 0..<3 { try await acme.services.attemptInspection.turn() }

        let events = try await found()
        let event = try #require(events.first)
        #expect(events.count == 1 && event.content.source == .server && event.content.outcome == .inconsistent)
        #expect(event.content.attempt == attempt && event.content[.appVersion] == "2.4.0")
        #expect(event.content.stage == .tokenExchange)
    }

    @Test func `what is recorded names no user whom only a client claims to be`() async throws {
        var claim = request(1, of: acme)
        claim.content.texts[.user] = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907"
        claim.content.texts[.session] = "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a908"
        try await acme.deliver([claim])
        acme.installation.clock.advance(by: .minutes(12))

        try await acme.services.attemptInspection.turn()

        let event = try #require(try await found().first)
        #expect(event.content[.user] == nil && event.content[.session] == nil)
    }

    @Test func `failed requests of an app without traces do not repeat a contradiction each`() async throws {
        let session = try await acme.signIn(try await acme.add("ada")).session.id
        let clock = acme.installation.clock
        for number in 1...3 {
            let id = UUID.version7(at: clock.now, random: (0, UInt64(number))).hyphenated
            acme.services.attempts.record(
                AttemptEntry(.refresh, .rejected, code: "refresh_token_not_found", session: session),
                in: acme.context(from: RequestOrigin(address: "203.0.113.7", requestID: id, trace: nil))
            )
        }
        try await acme.services.attempts.flush()
        func claim(_ number: Int, attempt: TraceID?) -> DecodedEvent {
            var event = acme.event(number, stage: .refresh, outcome: .failed, ago: .zero - .hours(1))
            event.content.attempt = attempt
            event.content.texts[.session] = session.description
            return event
        }
        try await acme.deliver([claim(1, attempt: nil)], sentAt: clock.now + .hours(1))
        clock.advance(by: .minutes(12))
        try await acme.services.attemptInspection.turn()
        #expect(try await found("inc.clock").isEmpty)

        try await acme.deliver([claim(2, attempt: attempt)], sentAt: clock.now + .hours(1))
        clock.advance(by: .minutes(12))
        try await acme.services.attemptInspection.turn()
        #expect(try await found("inc.clock").map(\.content.attempt) == [attempt])
    }

    @Test func `what is recorded changes nothing of what is found`() async throws {
        try await acme.deliver([request(1, of: acme)])
        acme.installation.clock.advance(by: .minutes(12))
        try await acme.services.attemptInspection.turn()

        let system = acme.system
        let details = try await acme.services.attemptReading.details(
            of: attempt,
            grant: system.grant(),
            sessions: system.grant()
        )

        #expect(details.timeline.steps.count == 2 && details.timeline.ending.kind == .succeeded)
        #expect(details.timeline.gaps.map(\.kind) == [.serverNeverSaw])
        #expect(details.findings.map(\.code) == ["inc.client_ok_server_none"])
    }

    @Test func `a contradiction of another tenant is recorded there`() async throws {
        let globex = try await TestTenant("globex", in: acme.installation)
        try await globex.deliver([request(1, of: globex)])
        acme.installation.clock.advance(by: .minutes(12))

        try await acme.services.attemptInspection.turn()

        #expect(try await found().isEmpty)
        #expect(try await acme.services.attemptInspection.inspect(globex.tenant.id) == 0)
    }

    private func inspection(of store: WatchedAttempts) -> AttemptInspection {
        let services = acme.services.attemptInspection
        return AttemptInspection(
            reading: AttemptReading(store: store, sessions: services.reading.sessions, now: services.now),
            recorder: services.recorder,
            tenants: services.tenants,
            now: services.now
        )
    }

    private func attempts(_ numbers: Range<Int>) -> [DecodedEvent] {
        numbers.map { number in
            let ago = Duration.minutes(1) + .milliseconds(number)
            var event = acme.event(number, stage: .tokenExchange, outcome: .success, ago: ago)
            event.content.attempt = TraceID(bytes: [1] + [UInt8](repeating: 0, count: 14) + [UInt8(number)])
            return event
        }
    }

    @Test func `each of many attempts is inspected once`() async throws {
        let store = WatchedAttempts(acme.installation.stores.attempts)
        let inspection = inspection(of: store)
        try await acme.deliver(attempts(0..<120))
        acme.installation.clock.advance(by: .minutes(12))
        try await inspection.turn()
        #expect(try await found().count == 120)
        let counts = store.counts

        for _ in 0..<3 {
            acme.installation.clock.advance(by: .minutes(1))
            try await inspection.turn()
        }

        #expect(store.counts == counts && counts.count == 120)
        // The last attempt of a page is on the next one too when its finding was recorded in between.
        #expect(counts.values.reduce(0, +) <= 123)
        try await acme.deliver(attempts(120..<130))
        acme.installation.clock.advance(by: .minutes(12))
        try await inspection.turn()
        #expect(try await found().count == 130)
    }

    @Test func `an attempt is inspected again when an event comes late`() async throws {
        var first = acme.event(1, stage: .appleSheet, outcome: .success)
        first.content.attempt = attempt
        try await acme.deliver([first])
        acme.installation.clock.advance(by: .minutes(13))
        try await acme.services.attemptInspection.turn()
        #expect(try await found().isEmpty)

        var late = acme.event(2, stage: .tokenExchange, outcome: .success, ago: .minutes(14))
        late.content.attempt = attempt
        try await acme.deliver([late])
        #expect(try await minutesUntilFound() == 11)
    }

    /// Runs the timer for a quarter of an hour.
    private func minutesUntilFound() async throws -> Int? {
        for minute in 1...15 {
            acme.installation.clock.advance(by: .minutes(1))
            try await acme.services.attemptInspection.turn()
            if try await !found().isEmpty { return minute }
        }
        return nil
    }

    @Test func `an attempt that arrives late is inspected when the server has had its time`() async throws {
        var late = acme.event(1, stage: .tokenExchange, outcome: .success, ago: .minutes(8))
        late.content.attempt = attempt
        try await acme.services.attemptInspection.turn()
        try await acme.deliver([late])

        #expect(try await minutesUntilFound() == 11)
        #expect(try await found().count == 1)
    }

    @Test func `more late attempts than can wait are inspected at once`() {
        let now = acme.installation.clock.now
        var waiting = WaitingAttempts()
        let attempts = (0...WaitingAttempts.limit).map { number in
            var event = acme.event(number, stage: .tokenExchange, outcome: .success).content
            event.attempt = TraceID(
                bytes: [1] + [UInt8](repeating: 0, count: 13) + [UInt8(number / 256), UInt8(number % 256)]
            )
            return AttemptEvents(
                event.attempt!,
                [
                    StoredEvent(content: event, code: nil, receivedAt: now, clockCorrection: .zero)
                ]
            )
        }

        #expect(attempts.filter { waiting.add($0, at: now) }.count == WaitingAttempts.limit)
        #expect(waiting.due(at: now + .minutes(10)).isEmpty)
        let due = waiting.due(at: now + .minutes(11))
        #expect(due.count == 500)
        waiting.remove(due)
        #expect(Set(due).isDisjoint(with: waiting.due(at: now + .minutes(11))))
    }

    @Test func `a tenant whose attempts cannot be read does not keep the next one waiting`() async throws {
        let globex = try await TestTenant("globex", in: acme.installation)
        try await globex.deliver([request(1, of: globex)])
        acme.installation.clock.advance(by: .minutes(12))
        let store = WatchedAttempts(acme.installation.stores.attempts, failing: acme.tenant.id)

        await #expect(throws: DomainError.self) { try await inspection(of: store).turn() }

        #expect(store.counts == [attempt: 1])
    }
}
