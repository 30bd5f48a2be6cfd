import Domain
import Fixtures
import Testing
import UseCases

@testable import Stores

/// Events are read with what they share with others.
@Suite struct EventReaderTests {
    /// They name more ids than one statement looks up.
    @Test func `each of many events keeps its own user, session and installation`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let attempt = try #require(TraceID("0af7651916cd43dd8448eb211c80319c"))
        try await acme.deliver(
            (0..<450).map { number in
                var event = acme.event(number, user: "user \(number)", ago: .milliseconds(60_000 - Int64(number)))
                event.content.attempt = attempt
                event.content.texts[.session] = "session \(number)"
                event.content.texts[.installation] = "installation \(number)"
                return event
            }
        )

        let found = try await installation.stores.attempts.events(of: attempt, in: acme.tenant.id).events

        for dimension in [EventDimension.user, .session, .installation] {
            #expect(found.map { $0.content[dimension] } == (0..<450).map { "\(dimension.name) \($0)" })
        }
        #expect(found.allSatisfy { $0.content.attempt == attempt })
    }
}
