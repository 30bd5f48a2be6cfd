import Domain
import Fixtures
import Testing

@testable import Stores
@testable import UseCases

/// The lists of attempts that never arrived, by their reasons.
@Suite struct NeverArrivedReadingTests {
    private let acme: TestTenant

    init() async throws { acme = try await TestTenant("acme", in: Installation()) }

    private static func attempt(_ number: Int) -> TraceID {
        TraceID(
            bytes: [UInt8](repeating: 0xCD, count: 8) + withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) }
        )!
    }

    private func event(
        _ number: Int,
        _ stage: Stage,
        _ outcome: Outcome,
        attempt: Int,
        ago: Duration = .minutes(20),
        error: EventError? = nil,
        release: String = "2.4.0"
    ) -> DecodedEvent {
        var event = acme.event(number, stage: stage, outcome: outcome, ago: ago - .milliseconds(number))
        event.content.attempt = Self.attempt(attempt)
        event.content.error = error
        event.content.texts[.appVersion] = release
        return event
    }

    private func listed(
        _ reasons: Set<NeverArrived>,
        release: String? = nil,
        user: String? = nil,
        failure: FailureKey.ID? = nil,
        limit: Int = 50
    ) async throws -> [TraceID] {
        var found: [TraceID] = []
        var request = PageRequest(limit: limit)
        repeat {
            let page = try await acme.services.attemptReading.page(
                AttemptFilter(user: user, failure: failure, release: release, neverArrived: reasons),
                request,
                grant: acme.system.grant()
            )
            found += page.items.map(\.attempt)
            #expect(page.items.allSatisfy { $0.neverArrived.map(reasons.contains) == true })
            guard let next = page.next else { break }
            request = PageRequest(limit: limit, cursor: next)
        } while found.count < 1000
        return found
    }

    /// One attempt for each reason, and some that arrived.
    private func deliver() async throws {
        let offline = EventError(domain: "NSURLErrorDomain", code: "-1009")
        acme.services.attempts.record(
            AttemptEntry(.passwordSignIn, .success, took: .milliseconds(3)),
            in: acme.context(trace: Self.attempt(7))
        )
        try await acme.services.attempts.flush()
        try await acme.deliver([
            event(1, .appleSheet, .cancelled, attempt: 1),
            event(2, .appleSheet, .success, attempt: 2), event(3, .credential, .success, attempt: 2),
            event(4, .appleSheet, .success, attempt: 3),
            event(5, .tokenExchange, .failed, attempt: 3, error: offline),
            event(6, .appleSheet, .failed, attempt: 4),
            event(7, .tokenExchange, .failed, attempt: 5, release: "2.3.0"),
            // These arrived: by the app's word, and by the server's.
            event(8, .appleSheet, .success, attempt: 6), event(9, .tokenExchange, .success, attempt: 6),
            event(10, .passwordEntry, .success, attempt: 7),
        ])
        acme.installation.clock.advance(by: .minutes(5))
        // This one may still go on.
        try await acme.deliver([event(11, .appleSheet, .success, attempt: 8, ago: .minutes(1))])
    }

    @Test func `attempts that never arrived are listed by their reasons`() async throws {
        try await deliver()

        for (reasons, expected) in [
            (Set(NeverArrived.allCases), [5, 4, 3, 2, 1]), ([.cancelled], [1]), ([.timedOut], [2]), ([.noNetwork], [3]),
            ([.sheetFailed], [4]), ([.other], [5]),
        ] {
            #expect(try await listed(reasons) == expected.map(Self.attempt), "\(reasons)")
            #expect(try await listed(reasons, limit: 1) == expected.map(Self.attempt), "\(reasons)")
        }
        #expect(try await listed(Set(NeverArrived.allCases), release: "2.3.0") == [Self.attempt(5)])
    }

    @Test func `an attempt that an app took up again is listed no more`() async throws {
        try await acme.deliver([event(1, .appleSheet, .success, attempt: 1)])
        acme.installation.clock.advance(by: .minutes(5))
        #expect(try await listed([.timedOut]) == [Self.attempt(1)])

        acme.services.attempts.record(
            AttemptEntry(.appleSignIn, .success, took: .milliseconds(3)),
            in: acme.context(trace: Self.attempt(1))
        )
        try await acme.services.attempts.flush()

        #expect(try await listed([.timedOut]).isEmpty)
    }

    @Test func `many attempts that arrived do not hide one that did not`() async throws {
        for number in 0..<30 {
            acme.services.attempts.record(
                AttemptEntry(.passwordSignIn, .success, took: .milliseconds(3)),
                in: acme.context(trace: Self.attempt(number))
            )
        }
        try await acme.services.attempts.flush()
        try await acme.deliver(
            (0..<30).map { event($0, .passwordEntry, .success, attempt: $0) }
                + [event(30, .passwordEntry, .success, attempt: 30, ago: .hours(30))]
        )
        acme.installation.clock.advance(by: .minutes(5))

        #expect(try await listed([.timedOut], limit: 5) == [Self.attempt(30)])
    }

    @Test func `a list of one user's attempts is narrowed too`() async throws {
        var (ada, bob) = (
            event(1, .appleSheet, .cancelled, attempt: 1), event(2, .appleSheet, .cancelled, attempt: 2)
        )
        ada.content.texts[.user] = "ada"
        bob.content.texts[.user] = "bob"
        try await acme.deliver([ada, bob])

        #expect(try await listed([.cancelled], user: "ada") == [Self.attempt(1)])
        #expect(try await listed([.noNetwork], user: "ada").isEmpty)
    }

    @Test func `a list of one failure is narrowed by how its attempts ended`() async throws {
        try await acme.deliver([
            event(1, .appleSheet, .failed, attempt: 1), event(2, .appleSheet, .cancelled, attempt: 1),
            event(3, .appleSheet, .failed, attempt: 2),
        ])
        let failures = try await acme.services.failures.list(
            FailureQuery(),
            PageRequest(),
            grant: acme.system.grant()
        ).page.items
        let failure = try #require(failures.first).id
        #expect(failures.count == 1)

        #expect(try await listed([.cancelled], failure: failure) == [Self.attempt(1)])
        #expect(try await listed([.sheetFailed], failure: failure) == [Self.attempt(2)])
    }

    @Test func `apps whose attempts arrived by their own word do not fill the list`() async throws {
        try await acme.deliver(
            (0..<200).flatMap { number in
                [
                    event(3 * number, .appleSheet, .success, attempt: number),
                    event(3 * number + 1, .tokenExchange, .success, attempt: number),
                ]
            } + [event(700, .appleSheet, .success, attempt: 700, ago: .hours(2))]
        )
        acme.installation.clock.advance(by: .minutes(5))

        let page = try await acme.services.attemptReading.page(
            AttemptFilter(neverArrived: [.timedOut]),
            PageRequest(limit: 10),
            grant: acme.system.grant()
        )

        #expect(page.items.map(\.attempt) == [Self.attempt(700)])
    }
}
