import Domain
import Fixtures
import Testing

@testable import UseCases

/// Verdicts by what is stored of others.
@Suite struct AttemptVerdictReadingTests {
    private let acme: TestTenant
    private let attempt = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")!

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    private func deliver(
        _ cancelled: Int,
        of total: Int,
        version: String,
        from first: Int,
        ago: Duration = .minutes(30),
        to tenant: TestTenant? = nil
    ) async throws {
        let tenant = tenant ?? acme
        try await tenant.deliver(
            (0..<total).map { number in
                let outcome: Outcome = number < cancelled ? .cancelled : .success
                var event = tenant.event(first + number, stage: .appleSheet, outcome: outcome, ago: ago)
                event.content.error = nil
                event.content.texts[.appVersion] = version
                event.content.attempt = first == 0 && number == 0 ? attempt : nil
                return event
            }
        )
    }

    private func verdict() async throws -> AttemptVerdict {
        try await acme.services.attemptReading.details(
            of: attempt,
            grant: acme.system.grant(),
            sessions: acme.system.grant()
        ).verdict
    }

    @Test func `others with the same code are counted by version, and those of other tenants and days are not`()
        async throws
    {
        let globex = try await TestTenant("globex", in: acme.installation)
        acme.installation.clock.advance(by: .days(2))
        try await deliver(20, of: 20, version: "2.5.0", from: 0)
        try await deliver(1, of: 30, version: "2.4.0", from: 100)
        try await deliver(40, of: 40, version: "2.4.0", from: 200, ago: .hours(20))
        try await deliver(40, of: 40, version: "2.4.0", from: 300, to: globex)

        let verdict = try await verdict()

        #expect(verdict.conclusion == .fault(.app))
        let shares = verdict.evidence.filter { $0.total != nil }
        #expect(shares.map(\.kind) == [.inRelease, .inOtherReleases])
        #expect(shares.map { [$0.count, $0.total] } == [[20, 20], [1, 30]])
    }

    @Test func `a cancellation of one user among many is none's fault`() async throws {
        try await deliver(1, of: 30, version: "2.5.0", from: 0)

        #expect(try await verdict().conclusion == .nothingWrong)
    }

    /// Tries a password in an attempt of its own.
    /// - Parameter namesAttempt: with a `traceparent`.
    private func sign(
        _ address: String,
        in attempt: Int,
        namesAttempt: Bool = true,
        password: String
    ) async throws -> SignedIn {
        let origin = RequestOrigin(
            address: "203.0.113.7",
            requestID: "0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a9\(10 + attempt)",
            trace: namesAttempt ? trace(attempt) : nil
        )
        return try await acme.services.signIns.signIn(
            email: address,
            password: password,
            in: acme.context(from: origin)
        )
    }

    private func trace(_ number: Int) -> TraceID? { TraceID("4bf92f3577b34da6a3ce929d0e0e47" + String(10 + number)) }

    private func verdict(of number: Int) async throws -> AttemptVerdict {
        try await acme.services.attemptReading.details(
            of: #require(trace(number)),
            grant: acme.system.grant(),
            sessions: acme.system.grant()
        ).verdict
    }

    @Test func `guesses of one account are joined over attempts, with the one that fits`() async throws {
        let ada = try await acme.add("Ada")
        _ = try await acme.add("Zoe")
        // Zoe mistypes once in between, and Ada signs in an hour later.
        for number in 0..<6 {
            await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
                let address = number == 3 ? "zoe@acme.example" : "ada@acme.example"
                return try await sign(address, in: number, password: "a guess \(number)")
            }
            acme.installation.clock.advance(by: .seconds(2))
        }
        _ = try await sign("ada@acme.example", in: 6, password: TestTenant.password)
        acme.installation.clock.advance(by: .hours(1))
        _ = try await sign("ada@acme.example", in: 7, password: TestTenant.password)
        try await acme.services.attempts.flush()
        // What a client says of this user does not hide them.
        try await acme.deliver(
            (0..<200).map { number in
                var event = acme.event(
                    number,
                    stage: .tokenExchange,
                    outcome: .rejected,
                    user: ada.id.description,
                    ago: .hours(1) + .seconds(14) - .milliseconds(number)
                )
                event.content.error = nil
                event.content.attributes = [EventAttribute("auth.server.code", .text("invalid_credentials"))]
                return event
            }
        )

        for number in [0, 1, 2, 4, 5, 6] {
            let verdict = try await verdict(of: number)
            #expect(verdict.conclusion == .attackSuspected, "\(number)")
            #expect(verdict.evidence.first?.kind == .wrongPasswordsNearby)
            // Twelve seconds before the password that fits are too long ago.
            #expect(verdict.evidence.first?.count == (number == 6 ? 4 : 5))
        }
        #expect(try await verdict(of: 3).conclusion == .fault(.user))
        #expect(try await verdict(of: 7).conclusion == .nothingWrong)
    }

    @Test func `a wrong password names the account, and no user for an address without one`() async throws {
        let ada = try await acme.add("Ada")
        for address in ["ada@acme.example", "ghost@acme.example"] {
            await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
                try await sign(address, in: 1, password: "a guess")
            }
        }
        try await acme.services.attempts.flush()

        let now = acme.installation.clock.now
        let query = EventQuery(from: now - .hours(1), to: now + .hours(1))
        let events = try await acme.services.events.page(query, PageRequest(limit: 10), grant: acme.system.grant())
            .items

        #expect(events.map(\.code) == ["pwd.invalid", "pwd.invalid"])
        #expect(Set(events.map(\.content[.user])) == [ada.id.description, nil])
    }

    @Test func `guesses that name no attempt are joined too`() async throws {
        _ = try await acme.add("Ada")
        for number in 0..<6 {
            await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
                try await sign("ada@acme.example", in: number, namesAttempt: false, password: "a guess")
            }
            acme.installation.clock.advance(by: .seconds(2))
        }
        try await acme.services.attempts.flush()
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let query = EventQuery(from: acme.installation.clock.now - .hours(1), to: acme.installation.clock.now)
        let attempts = try await acme.services.events.page(query, PageRequest(limit: 10), grant: grant).items
            .compactMap(\.content.attempt)

        #expect(Set(attempts).count == 6)
        for attempt in attempts {
            let found = try await acme.services.attemptReading.details(of: attempt, grant: grant, sessions: nil)
            #expect(found.verdict.conclusion == .attackSuspected)
            #expect(found.verdict.evidence.first?.count == 6)
        }
    }

    @Test func `an attempt is that of the user who signed in, not of whom they tried before`() async throws {
        let (ada, bob) = (try await acme.add("Ada"), try await acme.add("Bob"))
        for number in 1...2 {
            await #expect(throws: AuthFailure.signIn(.wrongCredentials)) {
                try await sign("ada@acme.example", in: number, password: "a guess")
            }
        }
        _ = try await sign("bob@acme.example", in: 1, password: TestTenant.password)
        try await acme.services.attempts.flush()
        func user(_ number: Int) async throws -> String? {
            let reading = acme.services.attemptReading
            return try await reading.timeline(of: #require(trace(number)), in: acme.tenant.id).value(of: .user)
        }

        #expect(try await user(1) == bob.id.description)
        #expect(try await user(2) == ada.id.description)
    }

    @Test func `an attempt is read although its counts take too long`() async throws {
        try await deliver(20, of: 20, version: "2.5.0", from: 0)
        let usual = acme.services.attemptReading
        let reading = AttemptReading(
            store: WatchedAttempts(usual.store, countsTooSlowly: true),
            sessions: usual.sessions,
            now: usual.now
        )

        let found = try await reading.details(of: attempt, grant: acme.system.grant(), sessions: acme.system.grant())

        #expect(found.verdict.conclusion == .nothingWrong)
        #expect(found.verdict.evidence.map(\.kind) == [.userCancelled])
    }
}
