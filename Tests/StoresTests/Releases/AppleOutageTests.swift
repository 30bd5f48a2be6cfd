import Domain
import Fixtures
import Testing

@testable import UseCases

/// Outages of Apple in the list of changes.
@Suite struct AppleOutageTests {
    @Test func `an outage of Apple is one that the server saw`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let now = acme.installation.clock.now
        func report(_ number: Int, from source: EventSource) -> DecodedEvent {
            DecodedEvent(
                EventContent(
                    id: acme.event(number).content.id,
                    occurredAt: now,
                    source: source,
                    stage: .appleVerify,
                    outcome: .failed,
                    attributes: [EventAttribute("auth.server.code", .text("apple.server.unavailable"))]
                )
            )
        }
        func outages() async throws -> [Timestamp] {
            let page = try await acme.services.changes.page(
                PageRequest(),
                access: acme.system,
                grant: acme.system.grant()
            )
            return page.items.filter { $0.kind == .appleOutage }.map(\.at)
        }

        try await acme.deliver([report(1, from: .client)])
        #expect(try await outages().isEmpty)
        try await acme.services.intake.recorder.record([report(2, from: .server)], in: acme.tenant.id)

        #expect(try await outages() == [now.startOfHour])
    }
}
