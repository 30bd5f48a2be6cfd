import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct SavedViewPageTests {
    private let path = "/t/acme/views"

    @Test func `a search is saved, opened, renamed, shared and deleted`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)
        var ada = try await site.browser(of: site.ada)
        let events = try await vic.open("/t/acme/events?range=7d&stage=refresh")
        #expect(events.html.contains("/t/acme/views?range=7d&amp;stage=refresh"))

        let saved = try await vic.send(
            path,
            on: "\(path)?range=7d&stage=refresh&q=keychain",
            ["view_name": "Mine", "shared": "no"]
        )

        #expect(saved.status == .seeOther && saved.location == path)
        let list = try await vic.open(path)
        let href = try #require(
            list.html.firstMatch(of: #/\/t\/acme\/events\?range=7d&amp;stage=refresh&amp;q=[^"]*keychain/#)
        )
        #expect(!href.0.isEmpty)
        #expect(try await !ada.open(path).html.contains("Mine"))
        let edit = String(try #require(list.html.firstMatch(of: #/\/t\/acme\/views\/[0-9a-f-]{36}/#)).0)
        #expect(try await ada.open(edit).status == .notFound)

        #expect(try await vic.send(edit, on: edit, ["view_name": "Ours", "shared": "yes"]).status == .seeOther)
        #expect(try await ada.open(path).html.contains(">Ours</a>"))
        #expect(try await ada.send("\(edit)/deletion", on: "\(edit)/deletion", [:]).status == .seeOther)
        #expect(try await !vic.open(path).html.contains("Ours"))
    }

    @Test func `what was typed is shown again with its problem, and is escaped`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let wrong = try await vic.send(path, on: "\(path)?stage=nowhere", ["view_name": "<b>x</b>", "shared": "no"])

        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.html.contains("value=\"&lt;b&gt;x&lt;/b&gt;\"") && !wrong.html.contains("<b>x</b>"))
    }

    @Test func `the live page names the source of its events, and does without script`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let page = try await vic.open("/t/acme/events/live?stage=refresh")

        #expect(
            page.status == .ok && page.html.contains("data-source=\"/api/v1/tenants/acme/events/tail?stage=refresh\"")
        )
        #expect(page.html.contains("This page needs JavaScript."))
    }

    @Test func `the pages are in French`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada).inFrench

        try await ada.open(path).expectFrench("views", "<h1>Vues enregistrées</h1>", "Enregistrer une vue")
        try await ada.open("/t/acme/events/live").expectFrench("events", "Événements en direct")
    }
}
