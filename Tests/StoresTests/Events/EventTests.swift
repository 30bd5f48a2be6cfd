import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@testable import Stores

@Suite struct EventTests {
    private func lastDay(_ acme: TestTenant) -> EventQuery {
        EventQuery(from: acme.installation.clock.now - .days(1), to: acme.installation.clock.now + .minutes(1))
    }

    @Test func `an event comes back as it was delivered`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        var event = acme.event(user: "0190a0a0-0000-7000-8000-000000000001")
        event.content.texts[.session] = "session of the client"
        event.content.attempt = TraceID("0af7651916cd43dd8448eb211c80319c")
        event.content.texts[.network] = "wifi"
        event.content.texts[.name] = "auth.attempt.session_store"
        event.content.texts[.provider] = "apple"
        event.content.texts[.installation] = "0190a0a0-0000-7000-8000-000000000002"
        event.content.texts[.build] = "417"
        event.content.texts[.appState] = "background"
        event.content.duration = .milliseconds(240)
        event.content.error?.chain = [.init(domain: "AKAuthenticationError", code: "-7026", message: "inner")]
        event.content.attributes = [
            .init("ios.app.state", .text("background")), .init("n", .integer(3)), .init("ok", .bool(false)),
        ]

        try await acme.deliver([event])

        let page = try await acme.services.events.page(lastDay(acme), PageRequest(), grant: acme.system.grant())
        let stored = try #require(page.items.first)
        let single = try await acme.services.events.event(stored.reference, grant: acme.system.grant())
        #expect(stored.content == event.content)
        #expect(single == stored)
    }

    @Test func `a repeated delivery is accepted and stored once`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let events = (0..<10).map { acme.event($0) }

        let first = try await acme.deliver(events)
        let second = try await acme.deliver(events + [acme.event(10)])

        #expect(first.accepted == 10 && first.duplicates == 0)
        #expect(second.accepted == 11 && second.duplicates == 10)
        let histogram = try await acme.services.events.histogram(lastDay(acme), grant: acme.system.grant())
        #expect(histogram.total == 11)
    }

    /// The key of a row holds only the end of the id.
    @Test func `events of one millisecond whose ids end alike are all stored, and each once`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let events = try (0..<20).map { number in
            var event = acme.event(number, ago: .seconds(1))
            event.content.id = try #require(Event.ID("019a7f2e-1c2b-7def-8a9b-\(1000 + number)00abcdef"))
            return event
        }

        let first = try await acme.deliver(events)
        let second = try await acme.deliver(events.reversed())

        #expect(first.accepted == 20 && first.duplicates == 0)
        #expect(second.accepted == 20 && second.duplicates == 20)
        let page = try await acme.services.events.page(lastDay(acme), PageRequest(), grant: acme.system.grant())
        #expect(Set(page.items.map(\.content.id)) == Set(events.map(\.content.id)))
        for item in page.items {
            #expect(try await acme.services.events.event(item.reference, grant: acme.system.grant()) == item)
        }
    }

    @Test func `a clock that is wrong is corrected, and a repeated delivery still found`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let event = acme.event(ago: .hours(5))
        let clientNow = acme.installation.clock.now - .hours(5)

        _ = try await acme.deliver([event], sentAt: clientNow)
        acme.installation.clock.advance(by: .seconds(7))
        let again = try await acme.deliver([event], sentAt: clientNow)

        let page = try await acme.services.events.page(lastDay(acme), PageRequest(), grant: acme.system.grant())
        #expect(again.duplicates == 1)
        #expect(page.items.count == 1)
        #expect(page.items.first?.content.occurredAt == acme.installation.clock.now - .seconds(7))
        #expect(page.items.first?.clockCorrection == .hours(5))
    }

    @Test func `a delivery that is repeated much later is still found`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let event = acme.event(ago: .minutes(1))
        let sentAt = acme.installation.clock.now

        _ = try await acme.deliver([event], sentAt: sentAt)
        acme.installation.clock.advance(by: .minutes(30))
        let again = try await acme.deliver([event], sentAt: sentAt)

        #expect(again.duplicates == 1)
    }

    @Test func `an event without a time of its own is stored once, whenever it is repeated`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        var event = acme.event(ago: .zero)
        event.hasOwnTime = false

        _ = try await acme.deliver([event])
        acme.installation.clock.advance(by: .minutes(3))
        event.content.occurredAt = acme.installation.clock.now
        let again = try await acme.deliver([event])

        #expect(again.duplicates == 1)
    }

    @Test func `an event that came late first and in time later is stored once`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let event = acme.event(ago: .hours(5))

        _ = try await acme.deliver([event], sentAt: acme.installation.clock.now - .hours(1))
        let again = try await acme.deliver([event], sentAt: acme.installation.clock.now)

        #expect(again.duplicates == 1)
    }

    @Test func `rows, charts and facets agree for every filter`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        var events: [DecodedEvent] = []
        for number in 0..<200 {
            var event = acme.event(
                number,
                stage: Stage.allCases[number % 5],
                outcome: Outcome.allCases[number % 7],
                message: "message \(number % 3)",
                user: "user-\(number % 11)",
                ago: .minutes(Int64(number * 7))
            )
            event.content.texts[.appVersion] = "2.\(number % 4).0"
            event.content.texts[.platform] = number % 2 == 0 ? "ios" : "android"
            events.append(event)
        }
        try await acme.deliver(events)
        let grant: Grant<ReadEvents> = try acme.system.grant()
        let base = lastDay(acme)
        let filters: [(inout EventQuery) -> Void] = [
            { _ in }, { $0.stage = .ui }, { $0.outcome = .failed }, { $0[.appVersion] = "2.1.0" },
            { $0[.platform] = "android" },
            { $0[.user] = "user-3" }, { $0.text = "MESSAGE 2" },
            {
                $0.stage = .credential
                $0[.user] = "user-2"
            },
        ]

        for filter in filters {
            var query = base
            filter(&query)
            var rows: [StoredEvent] = []
            var cursor: Cursor?
            repeat {
                let page = try await acme.services.events.page(
                    query,
                    PageRequest(limit: 23, cursor: cursor),
                    grant: grant
                )
                rows += page.items
                cursor = page.next
            } while cursor != nil
            let histogram = try await acme.services.events.histogram(query, grant: grant)
            let facets = try await acme.services.events.counts(query, by: EventFacet(.stage), grant: grant)

            #expect(Set(rows.map(\.content.id)).count == rows.count)
            #expect(rows.map(\.content.occurredAt) == rows.map(\.content.occurredAt).sorted(by: >))
            #expect(histogram.total == rows.count)
            #expect(facets.reduce(0) { $0 + $1.count } == rows.count)
        }
    }

    @Test func `pages go back to where they came from`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        try await acme.deliver((0..<30).map { acme.event($0, ago: .minutes(Int64($0 * 20))) })
        var query = lastDay(acme)
        query.stage = .sessionStore
        let grant: Grant<ReadEvents> = try acme.system.grant()

        let first = try await acme.services.events.page(query, PageRequest(limit: 10), grant: grant)
        let second = try await acme.services.events.page(
            query,
            PageRequest(limit: 10, cursor: first.next),
            grant: grant
        )
        let back = try await acme.services.events.page(
            query,
            PageRequest(limit: 10, cursor: second.previous),
            grant: grant
        )

        #expect(back.items == first.items)
        #expect(back.previous == nil)
    }

    @Test func `events of one tenant are nowhere in another`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await acme.deliver([acme.event(user: "ada")])
        try await globex.deliver([globex.event(1, message: "globex only")])
        let stored = try #require(
            try await acme.services.events.page(lastDay(acme), PageRequest(), grant: acme.system.grant()).items.first
        )

        await #expect(throws: DomainError.notFound(.event)) {
            try await globex.services.events.event(stored.reference, grant: globex.system.grant())
        }
        let page = try await globex.services.events.page(lastDay(globex), PageRequest(), grant: globex.system.grant())
        let total = try await globex.services.events.histogram(lastDay(globex), grant: globex.system.grant()).total
        #expect(page.items.map(\.content.error?.message) == ["globex only"])
        #expect(total == 1)
    }

    @Test func `a client that invents values without end folds into other`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        for start in stride(from: 0, to: EventDictionary.shapesPerDay + 500, by: 500) {
            try await acme.deliver(
                (start..<start + 500).map { number in
                    var event = acme.event(number)
                    event.content.texts[.deviceModel] = "model \(number)"
                    return event
                }
            )
        }

        let facets = try await acme.services.events.counts(
            lastDay(acme),
            by: EventFacet(.deviceModel),
            limit: 200,
            grant: acme.system.grant()
        )

        #expect(facets.first == FacetCount(value: "other", count: 500))
    }

    @Test func `texts without end stay with their events`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        for start in stride(from: 0, to: 6000, by: 1000) {
            try await acme.deliver(
                (start..<start + 1000).map { acme.event($0, message: "text \($0)", ago: .milliseconds($0)) }
            )
        }

        let page = try await acme.services.events.page(
            EventQuery(from: acme.installation.clock.now - .hours(1), to: acme.installation.clock.now),
            PageRequest(limit: 1),
            grant: acme.system.grant()
        )

        #expect(page.items.first?.content.error?.message == "text 1")
        let last = try await acme.services.events.page(
            EventQuery(
                from: acme.installation.clock.now - .milliseconds(5999),
                to: acme.installation.clock.now - .milliseconds(5998)
            ),
            PageRequest(limit: 1),
            grant: acme.system.grant()
        )
        #expect(last.items.first?.content.error?.message == "text 5999")
    }

    @Test func `a text that thousands of events have is found and counted with every filter`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        for start in stride(from: 0, to: 5100, by: 1020) {
            try await acme.deliver(
                (start..<start + 1020).map {
                    let stage: Stage = $0 % 4 == 0 ? .sessionStore : .tokenExchange
                    return acme.event($0, stage: stage, message: "timeout", ago: .milliseconds($0))
                }
            )
        }
        try await acme.deliver([acme.event(6000, message: "other", ago: .milliseconds(6000))])
        let grant: Grant<ReadEvents> = try acme.system.grant()
        var query = lastDay(acme)
        query.text = "TIMEOUT"
        query.stage = .sessionStore

        let installation = acme.installation
        var events = Events(
            access: StoreAccess(database: installation.observedEvents) { Issue.record("\($0)") },
            now: { installation.clock.now }
        )
        // On a busy machine the search would stop with a part of the events.
        events.limits.time = .seconds(600)

        let histogram = try await events.histogram(query, in: acme.tenant.id)
        let facets = try await events.counts(query, by: EventFacet(.outcome), limit: 20, in: acme.tenant.id)
        let page = try await acme.services.events.page(query, PageRequest(limit: 3), grant: grant)

        #expect(histogram.isComplete)
        #expect(histogram.total == 1275)
        #expect(facets.map(\.count) == [1275])
        #expect(page.items.map(\.content.error?.message) == ["timeout", "timeout", "timeout"])
        #expect(page.next != nil)
    }
}
