import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// The chart of the page Events, stacked by the values of a field.
@Suite struct EventStackTests {
    /// - Parameter versions: of one event each; nil for none.
    private func browser(_ versions: [String?]) async throws -> ConsoleBrowser {
        let site = try await ConsoleSite()
        try await site.acme.deliver(
            versions.enumerated().map { index, version in
                var event = site.acme.event(index)
                event.content.texts[.appVersion] = version
                return event
            }
        )
        return try await site.browser(of: site.vic)
    }

    /// The links that add a value to the search, in their order.
    private func links(_ page: ConsolePage) -> [String] {
        page.html.matches(
            of: #/<th scope="row"><a href="(\/t\/acme\/events\?[^"]*&amp;q=[^"]*|\/t\/acme\/events\?q=[^"]*)">/#
        )
        .map { ConsolePage.unescaped($0.1) }
    }

    @Test func `the chart is stacked by a field, with a legend, a table, and values to add to the search`() async throws
    {
        var browser = try await browser(["2.4.0", "2.4.0", "2.3.1", nil])

        let page = try await browser.open("/t/acme/events?by=app_version&range=7d")

        #expect(page.status == .ok && page.html.contains("Events by field: App version"))
        #expect(page.html.contains("class=\"histogram__series-1\"") && page.html.contains("legend__item--series-3"))
        #expect(page.html.contains("<option value=\"app_version\" selected"))
        #expect(page.html.contains("<input type=\"hidden\" name=\"by\" value=\"app_version\">"))
        #expect(page.html.contains("<input type=\"hidden\" name=\"range\" value=\"7d\">"))
        #expect(page.html.contains("<th scope=\"col\" class=\"num\">2.4.0</th>"))
        let links = links(page)
        #expect(links.count == 3)
        let found = try await browser.open(try #require(links.first))
        #expect(found.html.contains("2 of 2 events failed") && found.html.contains("Events by field: App version"))
        let none = try await browser.open(try #require(links.first { $0.contains("-") && $0.contains("%2A") }))
        #expect(none.html.contains("1 of 1 event failed"))
    }

    @Test(arguments: ["\"a, b\"", "<b>x</b>", "a:b OR c", "50%&by=x#y", "\u{202E}4.2", "*"])
    func `the link of a value finds the events with this value only`(version: String) async throws {
        var browser = try await browser([version, version, "9.9.9"])

        let page = try await browser.open("/t/acme/events?by=app_version")
        let found = try await browser.open(try #require(links(page).first))

        #expect(found.status == .ok && found.html.contains("2 of 2 events failed"))
        #expect(!page.html.unicodeScalars.contains("\u{202E}") && !page.html.utf8.containsSequence("<b>".utf8))
    }

    @Test func `without a field the chart is stacked by outcome, and an unknown field is an error`() async throws {
        var browser = try await browser(["2.4.0"])

        for query in ["", "?by=", "?by=outcome"] {
            let page = try await browser.open("/t/acme/events\(query)")
            #expect(page.status == .ok && page.html.contains("Events by outcome") && links(page).isEmpty)
        }
        #expect(try await browser.open("/t/acme/events?by=nothing").status == .unprocessableContent)
    }

    @Test func `the stacked chart is in French`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver([site.acme.event(1)])
        var browser = try await site.browser(of: site.ada).inFrench

        let page = try await browser.open("/t/acme/events?by=app_version")

        try page.expectFrench("events", "Empiler le graphique par", "Valeurs les plus fréquentes")
    }
}
