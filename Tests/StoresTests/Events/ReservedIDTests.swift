import Domain
import Fixtures
import Foundation
import Testing
import UseCases

/// What clients with the same public key can do to each other by the ids of their events.
@Suite struct ReservedIDTests {
    private let acme: TestTenant

    init() async throws {
        acme = try await TestTenant("acme", in: Installation())
    }

    private var now: Timestamp { acme.installation.clock.now }

    private func stored() async throws -> [StoredEvent] {
        let query = EventQuery(from: now - .days(1), to: now + .minutes(1))
        return try await acme.services.events.page(query, PageRequest(), grant: acme.system.grant()).items
    }

    /// The event with id 1, which says nothing of its time.
    private func untimed(installation: String? = nil) -> DecodedEvent {
        var event = acme.event(1, ago: .zero)
        event.hasOwnTime = false
        event.content.texts[.installation] = installation
        return event
    }

    @Test func `an id that comes without a time does not take the event that has it at its own time`() async throws {
        _ = try await acme.deliver([untimed()])
        acme.installation.clock.advance(by: .hours(1))

        let event = acme.event(1)
        let receipt = try await acme.deliver([event])

        #expect(receipt.accepted == 1 && receipt.duplicates == 0)
        let stored = try await stored()
        #expect(stored.count == 2)
        #expect(stored.contains { $0.content == event.content })
    }

    @Test func `an id that comes from a wrong clock does not take the event that has it at another time`() async throws
    {
        let clientNow = now - .hours(5)
        _ = try await acme.deliver([acme.event(1, ago: .hours(5))], sentAt: clientNow)

        let exact = acme.event(1, ago: .minutes(3))
        let receipt = try await acme.deliver([exact])
        let corrected = try await acme.deliver([acme.event(1, ago: .hours(6))], sentAt: clientNow)

        #expect(receipt.duplicates == 0 && corrected.duplicates == 0)
        let stored = try await stored()
        #expect(stored.count == 3)
        #expect(stored.contains { $0.content == exact.content })
    }

    @Test func `events with one id and two times are two, and each is stored once`() async throws {
        let events = [acme.event(1, ago: .minutes(1)), acme.event(1, ago: .minutes(1) + .milliseconds(1))]

        let first = try await acme.deliver(events)
        let again = try await acme.deliver(events)

        #expect(first.duplicates == 0 && again.duplicates == 2)
        #expect(try await stored().count == 2)
    }

    @Test func `without a time an id is unique within its installation, whenever it is repeated`() async throws {
        let installations: [String?] = ["phone of Ada", "phone of Bob", nil]

        for installation in installations {
            let receipt = try await acme.deliver([untimed(installation: installation)])
            #expect(receipt.accepted == 1 && receipt.duplicates == 0)
        }
        acme.installation.clock.advance(by: .minutes(30))
        let again = try await acme.deliver(installations.map { untimed(installation: $0) })

        #expect(again.duplicates == installations.count)
        #expect(try await stored().count == installations.count)
    }

    @Test func `without a time an id is unique within its key`() async throws {
        let (_, text) = try await acme.services.keys.create(kind: .ingest, name: "App", grant: acme.system.grant())
        _ = try await acme.deliver([untimed(installation: "phone of Ada")])

        let delivery = DecodedDelivery([untimed(installation: "phone of Ada")], key: text.text)
        let other = try await acme.services.intake.accept(delivery)
        let again = try await acme.services.intake.accept(delivery)

        #expect(other.duplicates == 0 && again.duplicates == 1)
        #expect(try await stored().count == 2)
    }

    @Test func `a delivery that is called by a derived id without a time is answered with the stored one`() async throws
    {
        var event = untimed(installation: "phone of Ada")
        event.hasDerivedID = true

        let receipt = try await acme.deliver(
            EventDelivery(sentAt: nil, items: [.event(event)], examined: 1, id: event.content.id)
        )

        #expect(receipt.id != event.content.id)
        let ids = try await stored().map(\.content.id)
        #expect(ids == [receipt.id])
    }
}
