import Domain
import Fixtures
import Foundation
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

    @Test(arguments: [
        ("shown=&outcome=failed&stage=refresh&q=gone", "gone outcome:failed stage:refresh"),
        ("shown=outcome:failed&outcome=failed&q=outcome:failed", "outcome:failed"),
        ("shown=outcome:failed&outcome=success&q=gone+outcome:failed", "gone outcome:success"),
        ("shown=outcome:failed&outcome=&q=gone+outcome:failed", "gone"),
        ("shown=outcome:failed&outcome=&q=outcome:failed", ""),
        // What was typed counts, where a choice stands as it was shown.
        ("shown=outcome:failed&outcome=failed&q=outcome:success", "outcome:success"),
        ("shown=outcome:failed&outcome=failed&q=", ""), ("shown=&code=keychain.locked", "code:keychain.locked"),
        ("shown=&app_version=a+b&q=time:-6h", "time:-6h app_version:\"a b\""), ("shown=&stage=&outcome=&q=", ""),
        ("shown=(&outcome=failed", "outcome:failed"),
    ])
    func `the form writes its choices into the query`(sent: String, query: String) async throws {
        var browser = try await browser()

        let answer = try await browser.open("/t/acme/events?range=7d&by=code&\(sent)")

        let location = try #require(answer.location)
        #expect(answer.status == .seeOther && location.hasPrefix("/t/acme/events?range=7d"))
        let parts = location.split(separator: "?")[1].split(separator: "&").map(String.init)
        #expect(parts.allSatisfy { part in ["range=", "by=", "q="].contains { part.hasPrefix($0) } }, "\(location)")
        let written = parts.first { $0.hasPrefix("q=") }?.dropFirst(2).removingPercentEncoding ?? ""
        let conditions = try [written, query].map { Set(try QueryParser.parse($0).conjuncts) }
        #expect(conditions[0] == conditions[1], "\(written)")
        #expect(try await browser.open(location).status == .ok)
    }

    @Test func `the form shows what the query asks for`() async throws {
        var browser = try await browser()

        let page = try await browser.open(
            "/t/acme/events?q=\(PageAddress.encoded("outcome:failed app_version:2.4.0 keychain"))"
        )

        #expect(page.html.contains("<option value=\"failed\" selected>"))
        #expect(page.html.contains("name=\"app_version\" type=\"text\" value=\"2.4.0\""))
        #expect(page.html.contains("name=\"shown\" value=\"outcome:failed app_version:2.4.0\""))
    }

    @Test func `a fault in the query keeps the choices of the form`() async throws {
        var browser = try await browser()

        let page = try await browser.open("/t/acme/events?shown=&outcome=failed&q=relese%3A2")

        #expect(page.status == .unprocessableContent && page.html.contains("<option value=\"failed\" selected>"))
        #expect(page.html.contains("name=\"shown\" value=\"\""))
    }

    @Test func `a fault in the form shows it as it was sent`() async throws {
        var browser = try await browser()
        let sent = "shown=outcome:failed&attempt=zz&q=outcome:failed"

        let kept = try await browser.open("/t/acme/events?\(sent)&outcome=failed")
        let cleared = try await browser.open("/t/acme/events?\(sent)&outcome=")

        #expect(kept.status == .unprocessableContent && cleared.status == .unprocessableContent)
        #expect(kept.html.contains("<option value=\"failed\" selected>"))
        #expect(!cleared.html.contains("<option value=\"failed\" selected>"))
        for page in [kept, cleared] { #expect(page.html.contains("name=\"shown\" value=\"outcome:failed\"")) }
    }

    @Test(arguments: [(1...50).map { "w\($0)" }.joined(separator: "+"), "-outcome:failed"])
    func `choices that the query cannot hold too, or contradicts, stay beside it`(query: String) async throws {
        var browser = try await browser()

        let answer = try await browser.open("/t/acme/events?shown=&outcome=failed&q=\(query)")

        #expect(answer.location?.hasPrefix("/t/acme/events?outcome=failed&q=") == true)
        #expect(try await browser.open(try #require(answer.location)).status == .ok)
    }

    @Test func `a choice is taken away from a query that is longer than the form makes one`() async throws {
        var browser = try await browser()
        let words = (10..<50).map { "message:\($0)" + String(repeating: "x", count: 60) }.joined(separator: "+")

        let answer = try await browser.open("/t/acme/events?shown=outcome:failed&outcome=&q=outcome:failed+\(words)")

        #expect(answer.location?.hasPrefix("/t/acme/events?q=message%3A10x") == true)
    }

    @Test func `a value that its field cannot hold stays in the query alone`() async throws {
        var browser = try await browser()
        let query = "app_version:\(String(repeating: "\u{202E}", count: 40))"

        let page = try await browser.open("/t/acme/events?q=\(PageAddress.encoded(query))")

        #expect(page.status == .ok && page.html.contains("name=\"shown\" value=\"\""))
        #expect(page.html.contains("name=\"app_version\" type=\"text\" value=\"\""))
    }

    @Test func `the heading of a query for one outcome and one code is that of the filters`() async throws {
        var browser = try await browser()

        let page = try await browser.open("/t/acme/events?q=outcome:failed+code:keychain.locked")

        #expect(page.html.contains("<h1>72 failed events</h1>") && !page.html.contains("most common"))
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
