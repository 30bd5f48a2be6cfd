import Database
import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import Stores
@testable import WebFixtures

/// The page Events when a search stops before it has read all events.
@Suite struct PartialEventPageTests {
    /// Twenty events without a user, and an older one of a user.
    /// - Parameter rows: the number of rows that are read for one answer.
    private func browser(rows: Int) async throws -> ConsoleBrowser {
        let site = try await ConsoleSite { installation in
            var events = Events(
                access: StoreAccess(database: installation.observedEvents) { Issue.record("\($0)") },
                now: { installation.clock.now }
            )
            events.limits = EventWalk.Limits(rows: rows, rowsAtOnce: rows, time: .seconds(600))
            var stores = installation.databaseStores
            stores.events = events
            return stores
        }
        try await site.acme.deliver(
            (1...20).map { site.acme.event($0, ago: .minutes(Int64($0))) }
                + [site.acme.event(30, user: "ada", ago: .minutes(30))]
        )
        return try await site.browser(of: site.vic)
    }

    private func rows(_ page: ConsolePage) -> Int { page.html.matches(of: #/href="\/t\/acme\/events\/[0-9]+-/#).count }

    /// What the page says of an answer that is not complete: events, chart, values of a field, comparison.
    private static let notes = [
        "The search stopped after many events, so this page and the chart are incomplete.", "newest events only",
        "Not all events were counted: the values are those of the newest ones.",
        "Not all events were counted, so the numbers are incomplete.",
    ]

    @Test func `a page of a search that stopped says that each part of it is incomplete`() async throws {
        var browser = try await browser(rows: 5)

        let page = try await browser.open("/t/acme/events?q=-user%3Aada&by=app_version&compare=others")

        #expect(page.status == .ok && rows(page) == 5)
        for note in Self.notes { #expect(page.html.contains(note), "\(note)") }
        #expect(page.html.contains("Selected: 5 · Other events: 16"))
        let older = try #require(page.html.firstMatch(of: #/href="([^"]*)" rel="next"/#)).1
        let next = try await browser.open(ConsolePage.unescaped(older))
        #expect(next.status == .ok && rows(next) == 5)
    }

    @Test func `a page of a search that read everything says nothing of the kind`() async throws {
        var browser = try await browser(rows: 1000)

        let page = try await browser.open("/t/acme/events?q=-user%3Aada&by=app_version&compare=others")

        #expect(page.status == .ok && rows(page) == 20)
        for note in Self.notes { #expect(!page.html.contains(note), "\(note)") }
    }

    @Test func `a search that stopped before it found an event does not say that there is none`() async throws {
        var browser = try await browser(rows: 5)

        let page = try await browser.open("/t/acme/events?q=user%3Aada%20OR%20message%3Anothing")

        #expect(page.status == .ok && rows(page) == 0)
        #expect(page.html.contains("No matching events so far") && page.html.contains("rel=\"next\""))
    }

    @Test func `what is incomplete is said in French`() async throws {
        var browser = try await browser(rows: 5).inFrench

        let page = try await browser.open("/t/acme/events?q=-user%3Aada&by=app_version&compare=others")

        try page.expectFrench(
            "events",
            "La recherche s’est arrêtée après de nombreux événements\u{A0}:",
            "ces valeurs sont celles des plus récents.",
            "Tous les événements n’ont pas été comptés, donc les nombres sont incomplets."
        )
    }
}
