import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

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

    /// Saves a view that everyone sees.
    /// - Returns: the path of its form.
    private func shareView(_ browser: inout ConsoleBrowser) async throws -> String {
        _ = try await browser.send(path, on: path, ["view_name": "Ours", "shared": "yes"])
        let list = try await browser.open(path)
        return String(try #require(list.html.firstMatch(of: #/\/t\/acme\/views\/[0-9a-f-]{36}/#)).0)
    }

    @Test func `a change of someone else is not overwritten unseen`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)
        var ada = try await site.browser(of: site.ada)
        let edit = try await shareView(&vic)
        let shown = try await ada.open(edit)
        #expect(shown.html.contains("name=\"version\" value=\"1\""))
        #expect(try await vic.send(edit, on: edit, ["view_name": "Vic’s", "shared": "yes"]).status == .seeOther)

        let late = try await ada.send(edit, on: shown, ["view_name": "Ada’s", "shared": "yes"])
        let again = try await ada.send(edit, on: late, ["view_name": "Ada’s", "shared": "yes"])

        #expect(late.status == .conflict && late.html.contains("The saved view has changed"))
        #expect(late.html.contains("value=\"Ada’s\"") && late.html.contains("name=\"version\" value=\"2\""))
        #expect(again.status == .seeOther)
        #expect(try await vic.open(path).html.contains(">Ada’s</a>"))
    }

    @Test func `a view that was made private meanwhile is not shared again unseen`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)
        var ada = try await site.browser(of: site.ada)
        let edit = try await shareView(&vic)
        let shown = try await vic.open(edit)
        #expect(try await ada.send(edit, on: edit, ["view_name": "Ours", "shared": "no"]).status == .seeOther)

        let wrong = try await vic.send(edit, on: shown, ["view_name": "", "shared": "yes"])
        let late = try await vic.send(edit, on: wrong, ["view_name": "Vic’s", "shared": "yes"])
        let unversioned = try await vic.post(
            edit,
            hidden: try #require(late.form(edit)).hidden.filter { $0.0 != "version" },
            ["view_name": "Vic’s", "shared": "yes"]
        )

        #expect(wrong.status == .unprocessableContent && wrong.html.contains("<a href=\"#field-view_name\">"))
        #expect(late.status == .conflict && late.html.contains("<option value=\"no\" selected>"))
        let blank = try await vic.send(edit, on: late, ["view_name": " ", "shared": "no"])
        #expect(blank.status == .unprocessableContent && blank.html.contains("<a href=\"#field-view_name\">Name: "))
        #expect(unversioned.status == .unprocessableContent)
    }

    @Test func `what was typed is shown again with its problem, and is escaped`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let wrong = try await vic.send(path, on: "\(path)?stage=nowhere", ["view_name": "<b>x</b>", "shared": "no"])

        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.html.contains("value=\"&lt;b&gt;x&lt;/b&gt;\"") && !wrong.html.contains("<b>x</b>"))
    }

    @Test func `the live page names the source of its events, and links to a list without script`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let page = try await vic.open("/t/acme/events/live?stage=refresh")

        #expect(
            page.status == .ok && page.html.contains("data-source=\"/api/v1/tenants/acme/events/tail?stage=refresh\"")
        )
        #expect(page.html.contains("Without JavaScript, this page shows no events."))
        let list = "href=\"/t/acme/events?stage=refresh&amp;refresh=10\">List of events, reloaded every 10 seconds</a>"
        #expect(page.html.contains(list))
        #expect(page.html.contains(#/<table [^>]*id="tail"[^>]* hidden>/#))
    }

    @Test func `the live page has a sentence for each reason for which events are left out`() async throws {
        let site = try await ConsoleSite()
        var vic = try await site.browser(of: site.vic)

        let html = try await vic.open("/t/acme/events/live").html

        for loss in TailBatch.Loss.allCases { #expect(html.contains("<p data-loss=\"\(loss.rawValue)\"")) }
        #expect(html.contains("data-counted=\"Events left out because too many came at once: {count}\""))
        #expect(html.contains("data-uncounted=\"Some events were left out because too many came at once.\""))
        #expect(html.contains("because this page received them too slowly: {count} (including"))
        #expect(html.contains("Some events since the pause or interruption may be missing."))
    }

    @Test func `the pages are in French`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada).inFrench

        try await ada.open(path).expectFrench("views", "<h1>Vues enregistrées</h1>", "Enregistrer une vue")
        try await ada.open("/t/acme/events/live").expectFrench(
            "events",
            "Événements en direct",
            "trop à la fois\u{A0}: {count}",
            "rechargée toutes les 10 secondes"
        )
    }
}
