import Database
import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import Stores
@testable import WebCore
@testable import WebFixtures

/// The page Events, compared with other events.
@Suite struct EventComparisonPageTests {
    private func events(
        _ numbers: Range<Int>,
        of testTenant: TestTenant,
        version: String,
        stage: Stage = .sessionStore,
        outcome: Outcome = .failed,
        ago: Duration = .minutes(1)
    ) -> [DecodedEvent] {
        numbers.map { number in
            var event = testTenant.event(number, stage: stage, outcome: outcome, ago: ago)
            event.content.texts[.appVersion] = version
            return event
        }
    }

    /// Failures of 2.4.0 and successes of 2.3.1.
    private func browser(failures: Int = 10, version: String = "2.4.0") async throws -> ConsoleBrowser {
        let site = try await ConsoleSite()
        try await site.acme.deliver(
            events(0..<failures, of: site.acme, version: version)
                + events(100..<110, of: site.acme, version: "2.3.1", outcome: .success)
        )
        try await site.globex.deliver(events(0..<10, of: site.globex, version: "6.6.6"))
        return try await site.browser(of: site.vic)
    }

    private struct Row {
        let href: String
        let value: String
        let tag: String
    }

    /// The values that only one of the sides has.
    private func rows(_ page: ConsolePage) -> [Row] {
        page.html.matches(
            of: #/<th scope="row"><a href="(?<href>[^"]*)">(?<value>[^<]*)</a> <span class="tag">(?<tag>[^<]*)</span>/#
        )
        .map { Row(href: ConsolePage.unescaped($0.href), value: String($0.value), tag: String($0.tag)) }
    }

    @Test func `a search is compared with the other events of its period`() async throws {
        var browser = try await browser(failures: 60)

        let page = try await browser.open("/t/acme/events?outcome=failed&compare=others")

        #expect(page.status == .ok && page.html.contains("What differs from the other events"))
        #expect(page.html.contains("Selected: 60 · Other events: 10"))
        #expect(page.html.contains("aria-current=\"true\">Other events</a>"))
        #expect(page.html.contains("100.0%<span class=\"sub\">60 of 60</span>"))
        #expect(page.html.contains("0.0%<span class=\"sub\">0 of 10</span>"))
        let rows = rows(page)
        #expect(rows.contains { $0.value == "2.4.0" && $0.tag == "Only selected" })
        #expect(rows.contains { $0.value == "2.3.1" && $0.tag == "Only others" })
        #expect(rows.contains { $0.value == "keychain.locked" })
        // The search says so itself.
        #expect(!rows.contains { $0.value == "Failed" || $0.value == "Success" })
        #expect(!page.html.contains("6.6.6"))
    }

    @Test func `a search is compared with another query`() async throws {
        var browser = try await browser(failures: 60)

        let asked = try await browser.open("/t/acme/events?outcome=failed&compare=query")
        let page = try await browser.open("/t/acme/events?q=outcome%3Afailed&compare=query&against=outcome%3Asuccess")

        #expect(asked.html.contains("Selected: 60 · Other query: 70") && asked.html.contains("name=\"against\""))
        #expect(page.status == .ok && page.html.contains("What differs from the other query"))
        #expect(page.html.contains("Selected: 60 · Other query: 10"))
        #expect(page.html.contains("aria-current=\"true\">Another query</a>"))
        #expect(page.html.contains("name=\"against\" type=\"text\" value=\"outcome:success\""))
        #expect(rows(page).contains { $0.value == "2.3.1" && $0.tag == "Only other query" })
        #expect(rows(page).allSatisfy { $0.href.contains("compare=query&against=outcome%3Asuccess") })
    }

    @Test func `a fault in the other query is shown beside it`() async throws {
        var browser = try await browser(failures: 60)

        let page = try await browser.open("/t/acme/events?compare=query&against=relese%3A2")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("<a href=\"#field-against\">Other query: "))
        #expect(page.html.contains("id=\"field-against-error\"") && page.html.contains("value=\"relese:2\""))
        #expect(!page.html.contains("id=\"field-q-error\""))
    }

    @Test func `a value of the comparison is added to the search, which stays compared`() async throws {
        var browser = try await browser(failures: 60)
        let page = try await browser.open("/t/acme/events?outcome=failed&compare=others")
        let row = try #require(rows(page).first { $0.value == "2.4.0" })

        let found = try await browser.open(row.href)

        #expect(row.href.contains("outcome=failed") && row.href.contains("compare=others"))
        #expect(row.href.contains("q=app_version%3A2.4.0"))
        #expect(found.status == .ok && found.html.contains("<h1>60 failed events</h1>"))
        #expect(found.html.contains("<input type=\"hidden\" name=\"compare\" value=\"others\">"))
        #expect(found.html.contains("Selected: 60 · Other events: 10"))
        #expect(!rows(found).contains { $0.value == "2.4.0" })
    }

    @Test func `links of the page keep the comparison, and one ends it`() async throws {
        var browser = try await browser(failures: 60)

        let page = try await browser.open("/t/acme/events?outcome=failed&compare=others")

        let older = try #require(page.html.firstMatch(of: #/href="([^"]*)" rel="next"/#)).1
        let ranges = page.html.matches(of: #/<a class="chip" href="([^"]*)"[^>]*><span aria-hidden/#).map { $0.1 }
        let filter = try #require(page.html.firstMatch(of: #/<a class="chip chip--remove" href="([^"]*)"/#)).1
        #expect(ranges.count == 5)
        #expect((ranges + [older, filter]).allSatisfy { $0.contains("compare=others") })
        #expect(page.html.contains("<a class=\"chip\" href=\"/t/acme/events?outcome=failed\">No comparison</a>"))
    }

    @Test func `a search is compared with the period before`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver(
            events(0..<10, of: site.acme, version: "2.4.0")
                + events(100..<110, of: site.acme, version: "2.3.1", ago: .hours(25))
        )
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/events?compare=before")

        #expect(page.status == .ok && page.html.contains("What differs from the period before"))
        #expect(page.html.contains("Selected: 10 · Period before: 10"))
        #expect(page.html.contains("aria-current=\"true\">Period before</a>"))
        #expect(rows(page).map(\.value).sorted() == ["2.3.1", "2.4.0"])
        #expect(rows(page).first { $0.value == "2.4.0" }?.tag == "New")
        #expect(rows(page).first { $0.value == "2.3.1" }?.tag == "Gone")
    }

    @Test func `that nothing differs is an answer, with the numbers of events`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver(
            events(0..<10, of: site.acme, version: "2.4.0", stage: .refresh)
                + events(100..<110, of: site.acme, version: "2.4.0")
        )
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/events?stage=refresh&compare=others")

        #expect(page.status == .ok && page.html.contains("Nothing differs from the other events"))
        #expect(page.html.contains("Selected: 10 · Other events: 10"))
        #expect(page.html.contains("No value is more or less frequent by more than chance"))
        #expect(rows(page).isEmpty)
    }

    @Test(arguments: [
        ("outcome=failed&compare=others", "Too few events to compare with", "Selected: 4 · Other events: 10"),
        ("compare=others", "Too few events to compare with the others", "Selected: 14 · Other events: 0"),
        ("compare=before", "Too few events to compare with the period before", "Selected: 14 · Period before: 0"),
    ])
    func `too few events are not compared`(query: String, title: String, sizes: String) async throws {
        var browser = try await browser(failures: 4)

        let page = try await browser.open("/t/acme/events?\(query)")

        #expect(page.status == .ok && page.html.contains(title) && page.html.contains(sizes))
        #expect(page.html.contains("Each side needs at least 5 events."))
        #expect(rows(page).isEmpty)
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "\"a, b\"", "a:b OR c", "50%&compare=x#y", "\u{202E}4.2",
    ])
    func `hostile values are shown as text, and their links find them only`(version: String) async throws {
        var browser = try await browser(version: version)

        let page = try await browser.open("/t/acme/events?outcome=failed&compare=others")
        let row = try #require(rows(page).first { $0.tag == "Only selected" && $0.href.contains("app_version") })
        let found = try await browser.open(row.href)

        #expect(row.value.utf8.elementsEqual(StrictHTMLEscaping.escaped(VisibleText.escaped(version)).utf8))
        #expect(!page.html.unicodeScalars.contains("\u{202E}") && !page.html.contains("<script>alert"))
        #expect(found.status == .ok && found.html.contains("<h1>10 failed events</h1>"))
    }

    @Test func `a page shows twenty differences and says that there are more`() async throws {
        let site = try await ConsoleSite()
        for version in 0..<25 {
            try await site.acme.deliver(
                events(version * 8..<version * 8 + 8, of: site.acme, version: "3.\(version).0")
            )
        }
        try await site.acme.deliver(events(500..<700, of: site.acme, version: "2.3.1", outcome: .success))
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/events?outcome=failed&compare=others")

        #expect(rows(page).count == 20 && page.html.contains("Only the first 20 are shown."))
    }

    @Test func `a comparison that takes too long is a problem of its own, above the events`() async throws {
        let site = try await ConsoleSite { installation in
            let slow = ObservedDatabase(
                installation.observedEvents,
                observers: [SlowComparison(start: installation.clock.now - .hours(25))]
            )
            var stores = installation.databaseStores
            stores.events = Events(
                access: StoreAccess(database: slow) { Issue.record("\($0)") },
                now: { installation.clock.now }
            )
            return stores
        }
        try await site.acme.deliver(events(0..<10, of: site.acme, version: "2.4.0"))
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/events?compare=before")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("<a href=\"#field-compare\">Compare with: This takes too long."))
        #expect(page.html.contains("id=\"field-compare\"") && page.html.contains("No comparison possible"))
        #expect(page.html.contains("<h1>10 of 10 events failed</h1>"))
        #expect(page.html.matches(of: #/href="\/t\/acme\/events\/[0-9]+-/#).count == 10)
    }

    @Test func `an unknown baseline is an error that leads to the known ones`() async throws {
        var browser = try await browser()

        let page = try await browser.open("/t/acme/events?outcome=failed&compare=yesterday")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("<a href=\"#field-compare\">Compare with: Choose one of"))
        #expect(page.html.contains("id=\"field-compare\"") && page.html.contains("No comparison possible"))
        #expect(page.html.contains("href=\"/t/acme/events?outcome=failed&amp;compare=others\">Other events</a>"))
        #expect(page.html.contains("href=\"/t/acme/events?outcome=failed\">No comparison</a>"))
    }

    @Test(arguments: [
        ("range=1y", "<a href=\"#field-range\">Period: Choose one of", "id=\"field-range\""),
        ("by=colour", "<a href=\"/t/acme/events?outcome=failed\">Stack chart by: Choose one of", "role=\"alert\""),
        ("stage=nowhere", "<a href=\"#field-stage\">Step: Choose one of", "id=\"field-stage\""),
    ])
    func `an error in the address leads to a part of the page, or to the page without it`(
        query: String,
        error: String,
        target: String
    ) async throws {
        var browser = try await browser()

        let page = try await browser.open("/t/acme/events?outcome=failed&\(query)")

        #expect(page.status == .unprocessableContent && page.html.contains(error), "\(page.html)")
        #expect(page.html.contains(target))
    }

    @Test(arguments: [("", "before"), ("outcome=failed", "others")])
    func `a page that is not compared offers a comparison that can be made`(
        query: String,
        baseline: String
    ) async throws {
        var browser = try await browser()

        let page = try await browser.open("/t/acme/events?\(query)")

        let link = try #require(page.html.firstMatch(of: #/<a class="chip" href="([^"]*)">Compare<\/a>/#)).1
        let separator = query.isEmpty ? "" : "&"
        #expect(ConsolePage.unescaped(link) == "/t/acme/events?\(query)\(separator)compare=\(baseline)")
        #expect(!page.html.contains("id=\"comparison\"") && !page.html.contains("name=\"compare\""))
    }

    @Test(arguments: [
        (
            "outcome=failed&compare=others",
            [
                "Ce qui diffère des autres événements", "Sélection\u{A0}: 10 · Autres événements\u{A0}: 10",
                "Sélection seule", "Autres seuls", "100,0\u{A0}%<span class=\"sub\">10 sur 10</span>", "Champ",
                "Comparer avec", "Sans comparaison",
            ]
        ),
        ("compare=before", ["Trop peu d’événements pour comparer avec la période précédente", "Il faut au moins 5"]),
        ("app_version=2.4.0&source=client&compare=others", ["Ce qui diffère des autres événements"]),
    ])
    func `the comparison is in French`(query: String, texts: [String]) async throws {
        var browser = try await browser().inFrench

        let page = try await browser.open("/t/acme/events?\(query)")

        try page.expectFrench("events")
        for text in texts { #expect(page.html.contains(text), "\(text)") }
    }
}

/// A database that takes too long to count earlier events. The page counts them for a comparison alone.
private struct SlowComparison: StatementObserver {
    let start: Timestamp

    func check(_ statement: ObservedStatement) throws {
        guard statement.text.contains("FROM event_counts") else { return }
        let times = statement.values.compactMap { value -> Int64? in
            guard case .integer(let number) = value, number > Duration.days(365).wholeMilliseconds else { return nil }
            return number
        }
        if times.contains(where: { $0 < start.milliseconds }) { throw DatabaseError(.tooLong, "it takes too long") }
    }
}
