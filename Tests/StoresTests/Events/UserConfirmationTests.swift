import Domain
import Fixtures
import Testing

@testable import Stores
@testable import UseCases

@Suite struct UserConfirmationTests {
    private static let trace = TraceID("0af7651916cd43dd8448eb211c80319c")

    private func event(
        _ number: Int,
        _ house: TestTenant,
        user: String?,
        session: String? = nil,
        attempt: TraceID? = nil
    ) -> DecodedEvent {
        var event = house.event(number, user: user)
        event.content.texts[.session] = session
        event.content.attempt = attempt
        return event
    }

    /// A step of the server.
    private func record(
        _ outcome: Outcome,
        user: User,
        session: Session.ID? = nil,
        attempt: TraceID?,
        in house: TestTenant
    ) async throws {
        let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-1", trace: attempt)
        house.services.attempts.record(
            AttemptEntry(.passwordSignIn, outcome, user: user.id, session: session),
            in: house.context(from: origin)
        )
        try await house.services.attempts.flush()
    }

    /// The events of clients whose user is only claimed, by their numbers.
    private func claimed(_ house: TestTenant, of numbers: ClosedRange<Int>) async throws -> [Int] {
        let now = house.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .minutes(1))
        let (reading, grant) = (house.services.events, try house.system.grant(ReadEvents.self))
        let page = try await reading.page(query, PageRequest(limit: 200), grant: grant).items
        for event in page {
            #expect(try await reading.event(event.reference, grant: grant) == event)
            #expect(event.content.source == .client || !event.isUserClaimed)
        }
        return numbers.filter { number in
            page.contains { $0.content.id == house.event(number).content.id && $0.isUserClaimed }
        }
    }

    @Test func `a user is claimed until the server records a success of the same user in the session or attempt`()
        async throws
    {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        let session = try await acme.signIn(ada).session.id
        let attempt = try #require(Self.trace)
        try await acme.deliver([
            event(1, acme, user: ada.id.description, session: session.description),
            event(2, acme, user: ada.id.description, attempt: attempt),
            event(3, acme, user: ada.id.description), event(4, acme, user: nil, attempt: attempt),
        ])
        #expect(try await claimed(acme, of: 1...4) == [1, 2, 3])

        try await acme.services.attempts.flush()
        #expect(try await claimed(acme, of: 1...4) == [2, 3])
        try await record(.success, user: ada, attempt: attempt, in: acme)

        #expect(try await claimed(acme, of: 1...4) == [3])
    }

    @Test func `an attacker who names another user stays a claimant`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (ada, mallory) = (try await acme.add("Ada"), try await acme.add("Mallory"))
        let session = try await acme.signIn(mallory).session.id
        let attempt = try #require(Self.trace)
        // Mallory signs in with the attempt, and has tried to be Ada in it before.
        try await record(.rejected, user: ada, attempt: attempt, in: acme)
        try await record(.success, user: mallory, session: session, attempt: attempt, in: acme)

        try await acme.deliver([
            event(1, acme, user: ada.id.description, session: session.description, attempt: attempt),
            event(2, acme, user: mallory.id.description, session: session.description, attempt: attempt),
        ])

        #expect(try await claimed(acme, of: 1...2) == [1])
    }

    @Test func `what one tenant's server recorded confirms nothing in another`() async throws {
        let installation = try await Installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        let ada = try await acme.add("Ada")
        try await record(.success, user: ada, attempt: Self.trace, in: acme)

        for house in [acme, globex] {
            try await house.deliver([event(1, house, user: ada.id.description, attempt: Self.trace)])
        }

        #expect(try await claimed(acme, of: 1...1) == [])
        #expect(try await claimed(globex, of: 1...1) == [1])
    }

    @Test func `a client cannot confirm itself, however many events it adds`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")

        try await acme.deliver((0..<60).map { event($0, acme, user: ada.id.description, attempt: Self.trace) })

        #expect(try await claimed(acme, of: 0...59).count == 60)
    }
}
