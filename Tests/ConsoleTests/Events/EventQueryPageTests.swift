import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

@Suite struct EventQueryPageTests {
    private func browser() async throws -> ConsoleBrowser {
        let site = try await ConsoleSite()
        try await site.acme.deliver(
            [
                site.acme.event(1), site.acme.event(2, stage: .refresh, message: "Gone", ago: .hours(3)),
                site.acme.event(3, outcome: .success, user: site.ada.id.description),
            ] + (10..<80).map { site.acme.event($0, stage: .ui, ago: .minutes(Int64($0))) }
        )
        try await site.globex.deliver([site.globex.event(9, message: "Another tenant's trouble")])
        return try await site.browser(of: site.vic)
    }

    private func rows(_ page: ConsolePage) -> Int { page.html.matches(of: #/href="\/t\/acme\/events\/[0-9]+-/#).count }

    @Test(arguments: [
        ("stage:refresh", 1, "<h1>1 of 1 event failed</h1>"), ("-outcome:failed", 1, "<h1>1 event, none failed</h1>"),
        ("gone OR user:*", 2, "<h1>1 of 2 events failed</h1>"), ("code:none", 1, "<h1>1 event, none failed</h1>"),
        ("time:>=now", 0, "<h1>No events</h1>"), ("\"another tenant\"", 0, "<h1>No events</h1>"),
    ])
    func `the search takes the query language`(query: String, count: Int, heading: String) async throws {
        var browser = try await browser()

        let page = try await browser.open("/t/acme/events?q=\(PageAddress.encoded(query))")

        #expect(page.status == .ok)
        #expect(rows(page) == count)
        #expect(page.html.contains(heading))
    }

    @Test func `the query stays in the field, in the links of the chart, and on the next page`() async throws {
        var browser = try await browser()
        let query = "stage:ui -outcome:success"
        let encoded = PageAddress.encoded(query)

        let page = try await browser.open("/t/acme/events?q=\(encoded)")

        #expect(page.html.contains("value=\"\(query)\""))
        #expect(rows(page) == 50)
        let links = page.html.matches(of: #/href="(\/t\/acme\/events\?[^"]*)"/#).map { String($0.output.1) }
        let kept = links.filter { $0.contains("q=\(encoded)") }
        #expect(kept.contains { $0.contains("from=") })
        #expect(kept.contains { $0.contains("range=7d") })
        let older = try #require(kept.first { $0.contains("cursor=") }).replacing("&amp;", with: "&")
        let next = try await browser.open(older)
        #expect(rows(next) == 20)
        #expect(next.html.contains("value=\"\(query)\""))
    }

    @Test func `an error of a query is shown at its place, with the query as it was typed`() async throws {
        var browser = try await browser()

        let page = try await browser.open("/t/acme/events?q=\(PageAddress.encoded("stage:ui relese:2 <b>"))")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("Unknown field “relese”. Did you mean release? (column 10)"))
        #expect(page.html.contains("stage:ui <mark class=\"query-fault__piece\">relese</mark>:2 &lt;b&gt;"))
        #expect(page.html.contains("value=\"stage:ui relese:2 &lt;b&gt;\""))
        #expect(page.html.contains("href=\"#field-q\""))
        #expect(rows(page) == 0)
    }

    @Test func `an error of a query is in French for a French reader`() async throws {
        var browser = try await browser().inFrench

        let page = try await browser.open("/t/acme/events?q=\(PageAddress.encoded("stage:"))")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("<mark class=\"query-fault__piece\">…</mark>"))
        #expect(page.html.contains("Recherche"))
        #expect(!page.html.contains("Write a value"))
    }

    @Test(arguments: ["grace", "a:b", "-25308", "x OR y", "\"", "none", "a\\b", "(", "*"])
    func `a text becomes a query for itself`(text: String) throws {
        let query = EventCondition.query(for: text)

        #expect(try QueryParser.parse(query) == .message(contains: text))
        #expect(query == text || query.hasPrefix("\""))
    }
}
