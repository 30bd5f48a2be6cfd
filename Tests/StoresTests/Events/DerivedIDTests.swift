import Domain
import Fixtures
import Testing
import UseCases

/// Ids that decoders derive from what clients send.
@Suite struct DerivedIDTests {
    private func stored(_ house: TestTenant) async throws -> [Event.ID] {
        let now = house.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now)
        return try await house.services.events.page(query, PageRequest(), grant: house.system.grant()).items
            .map(\.content.id)
    }

    private func derived(_ event: DecodedEvent) -> DecodedEvent {
        var event = event
        event.hasDerivedID = true
        return event
    }

    @Test func `a derived id is keyed by tenant, and a repeated delivery still meets its event`() async throws {
        let installation = try await Installation()
        let (acme, globex) = (
            try await TestTenant("acme", in: installation), try await TestTenant("globex", in: installation)
        )
        let event = derived(acme.event(1))

        _ = try await acme.deliver([event])
        let again = try await acme.deliver([event])
        _ = try await globex.deliver([event])

        #expect(again.duplicates == 1)
        let (ofAcme, ofGlobex) = (try await stored(acme), try await stored(globex))
        #expect(ofAcme.count == 1 && ofGlobex.count == 1)
        #expect(Set(ofAcme + ofGlobex + [event.content.id]).count == 3)
    }

    @Test func `the client's own id is stored as it is, also when it has the form of a derived one`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        var event = acme.event(1)
        event.content.id = try #require(Event.ID("0190a0a0-0000-8000-8000-000000000001"))

        _ = try await acme.deliver([event])

        #expect(try await stored(acme) == [event.content.id])
    }

    @Test func `a delivery that is called by the derived id of its event is answered with the keyed one`() async throws
    {
        let acme = try await TestTenant("acme", in: Installation())
        let event = derived(acme.event(1))

        let receipt = try await acme.deliver(
            EventDelivery(sentAt: nil, items: [.event(event)], examined: 1, id: event.content.id)
        )

        #expect(receipt.id != event.content.id)
        let ids = try await stored(acme)
        #expect(ids == [receipt.id])
    }
}
