import Domain
import Fixtures
import Testing

@testable import UseCases

/// Failures that only a rate opens. The clock begins at a full hour.
@Suite struct RateInspectionTests {
    private let acme: TestTenant
    private var clock: TestClock { acme.installation.clock }

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    /// Delivers the results of one stage, of which some are cancelled.
    private func deliver(
        _ cancelled: Int,
        of total: Int,
        from first: Int,
        at stage: Stage = .appleSheet,
        to testTenant: TestTenant? = nil
    ) async throws {
        let testTenant = testTenant ?? acme
        try await testTenant.deliver(
            (0..<total).map { number in
                var event = testTenant.event(
                    first + number,
                    stage: stage,
                    outcome: number < cancelled ? .cancelled : .success
                )
                event.content.error = nil
                return event
            }
        )
    }

    /// A week in which every tenth user cancels, and then a time of day without events on the days before.
    private func usualDays() async throws {
        try await deliver(24, of: 240, from: 0)
        clock.advance(by: .hours(29) + .minutes(40))
    }

    private func found(
        _ rate: WatchedRate = .cancellation,
        in testTenant: TestTenant? = nil
    ) async throws
        -> [StoredEvent]
    {
        let testTenant = testTenant ?? acme
        var query = EventQuery(from: clock.now - .days(2), to: clock.now + .minutes(1))
        query[.code] = rate.code
        return try await testTenant.services.events.page(query, PageRequest(), grant: testTenant.system.grant()).items
    }

    private func turn() async throws { try await acme.services.rateInspection.turn() }

    @Test func `a rise of cancellations opens one failure, with one event an hour`() async throws {
        try await usualDays()
        try await deliver(30, of: 60, from: 1000)

        for _ in 0..<3 { try await turn() }
        let event = try #require(try await found().first)
        #expect(try await found().count == 1)
        #expect(event.content.occurredAt == clock.now.startOfHour && event.content.source == .server)
        #expect(event.content.stage == .appleSheet && event.content.outcome == .inconsistent)
        #expect(event.content.attributes.contains(EventAttribute("rate.count", .integer(30))))
        #expect(event.content.attributes.contains(EventAttribute("rate.former_results", .integer(240))))

        // The results are still of the last hour, and the clock shows the next one.
        clock.advance(by: .minutes(30))
        for _ in 0..<2 { try await turn() }
        #expect(try await found().count == 2)
        let failures = try await acme.services.failures.list(
            FailureQuery(code: WatchedRate.cancellation.code),
            PageRequest(),
            grant: acme.system.grant()
        )
        #expect(failures.page.items.map(\.count) == [2])
    }

    @Test func `a rise that is over is not recorded again`() async throws {
        try await usualDays()
        try await deliver(30, of: 60, from: 1000)
        try await turn()

        clock.advance(by: .minutes(70))
        try await deliver(6, of: 60, from: 2000)
        try await turn()

        #expect(try await found().count == 1)
    }

    @Test(arguments: [(49, 49, 240), (50, 50, 199), (9, 60, 240), (0, 0, 240)])
    func `too few results, and a difference that can be chance, open nothing`(
        cancelled: Int,
        results: Int,
        former: Int
    ) async throws {
        try await deliver(former / 10, of: former, from: 0)
        clock.advance(by: .hours(29) + .minutes(40))
        if results > 0 { try await deliver(cancelled, of: results, from: 1000) }

        try await turn()

        #expect(try await found().isEmpty)
    }

    @Test func `what is usual at this time of day opens nothing`() async throws {
        clock.advance(by: .minutes(40))
        try await deliver(120, of: 240, from: 0)
        clock.advance(by: .hours(5))
        try await deliver(0, of: 1000, from: 10_000)
        clock.advance(by: .hours(19))
        try await deliver(30, of: 60, from: 1000)

        try await turn()

        #expect(try await found().isEmpty)
    }

    @Test func `stages are compared apart, and what detectors found is no result`() async throws {
        try await deliver(0, of: 240, from: 0, at: .tokenExchange)
        try await usualDays()
        try await deliver(6, of: 60, from: 1000)
        try await deliver(40, of: 60, from: 2000, at: .tokenExchange)

        try await turn()

        #expect(try await found().map(\.content.stage) == [.tokenExchange])
        let counted = try await acme.installation.stores.attempts.results(
            within: [clock.now.startOfHour..<clock.now + .minutes(1)],
            in: acme.tenant.id
        )
        #expect(counted.map(\.source) == [.client, .client] && counted.map(\.results) == [60, 60])
    }

    @Test func `a rise at one tenant is nothing at another`() async throws {
        let globex = try await TestTenant("globex", in: acme.installation)
        try await usualDays()
        try await deliver(30, of: 60, from: 1000, to: globex)

        try await turn()

        #expect(try await found().isEmpty)
        #expect(try await found(in: globex).isEmpty)
    }

    @Test func `a rise of wrong passwords opens a failure`() async throws {
        func deliver(_ wrong: Int, of total: Int, from first: Int) async throws {
            try await acme.deliver(
                (0..<total).map { number in
                    let isWrong = number < wrong
                    var event = acme.event(
                        first + number,
                        stage: .tokenExchange,
                        outcome: isWrong ? .rejected : .success
                    )
                    event.content.texts[.provider] = "password"
                    event.content.error = isWrong ? EventError(domain: "gatehouse", code: "invalid_credentials") : nil
                    return event
                }
            )
        }
        try await deliver(24, of: 240, from: 0)
        clock.advance(by: .hours(29))
        try await deliver(40, of: 60, from: 1000)

        try await turn()

        #expect(try await found(.wrongPassword).map(\.content.stage) == [.tokenExchange])
        #expect(try await found(.cancellation).isEmpty)
    }

    @Test func `sign-ins at the server are counted by method`() async throws {
        let ada = try await acme.add("Ada")
        _ = try await acme.signIn(ada)
        _ = try? await acme.services.signIns.signIn(
            email: "ada@acme.example",
            password: "not the password",
            in: acme.context()
        )
        try await acme.services.attempts.flush()

        let results = try await acme.installation.stores.attempts.results(
            within: [clock.now - .hours(1)..<clock.now + .minutes(1)],
            in: acme.tenant.id
        )

        let exchange = try #require(results.first { $0.source == .server && $0.stage == .tokenExchange })
        #expect(exchange.share(of: .wrongPassword) == Share(1, of: 2))
        #expect(exchange.share(of: .cancellation) == Share(0, of: 2))
    }
}
