import Domain
import Fixtures
import HTTPTypes
import Testing

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct CauseNotePageTests {
    private let path = "/t/acme/codes/keychain.locked"

    private func event(_ site: ConsoleSite, _ browser: inout ConsoleBrowser) async throws -> ConsolePage {
        let list = try await browser.open("/t/acme/events")
        let href = try #require(list.html.firstMatch(of: #/\/t\/acme\/events\/[0-9]+-[0-9a-f-]{36}/#)).0
        return try await browser.open(String(href))
    }

    @Test func `an administrator adds a runbook and a note, which the event shows`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver([site.acme.event(1)])
        var ada = try await site.browser(of: site.ada)
        var vic = try await site.browser(of: site.vic)

        let saved = try await ada.send(
            path,
            on: path,
            ["runbook": "https://wiki.example.com/keychain", "note": "Ask <b>iOS</b>.\nNot the backend."]
        )

        #expect(saved.status == .seeOther && saved.location == path)
        let form = try await ada.open(path)
        #expect(form.html.contains("value=\"https://wiki.example.com/keychain\""))
        #expect(form.html.contains("The phone was locked, so the keychain could not be used"))
        let shown = try await event(site, &vic)
        #expect(shown.html.contains("href=\"https://wiki.example.com/keychain\""))
        #expect(shown.html.contains("Ask &lt;b&gt;iOS&lt;/b&gt;.\nNot the backend."))
        #expect(!shown.html.contains("Edit runbook and note"))
        #expect(try await event(site, &ada).html.contains("Edit runbook and note"))
        let reading = try await vic.open(path)
        #expect(reading.status == .ok && reading.html.contains("Not the backend.") && reading.form(path) == nil)
        #expect(try await vic.post(path, ["note": "mine"]).status == .forbidden)
    }

    @Test(arguments: [["runbook": "https://wiki.example.com/keychain"], ["note": "Ask iOS."], [:]])
    func `a part that is absent shows nothing`(fields: [String: String]) async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver([site.acme.event(1)])
        var ada = try await site.browser(of: site.ada)
        var vic = try await site.browser(of: site.vic)
        let typed: KeyValuePairs = ["runbook": fields["runbook"] ?? "", "note": fields["note"] ?? ""]
        let form = try await ada.open(path)
        #expect(try await ada.send(path, on: form, typed).status == .seeOther)

        let pages = [try await event(site, &ada), try await event(site, &vic), try await vic.open(path)]

        for page in pages {
            #expect(page.status == .ok && page.html.contains("Ask iOS.") == (fields["note"] != nil))
            #expect(page.html.contains("wiki.example.com") == (fields["runbook"] != nil))
        }
        #expect(pages[0].html.contains("Edit runbook and note"))
    }

    @Test func `the lines of a note stay as they were typed`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada)
        let note = "Ask iOS.\r\n\r\nThen Android."

        let wrong = try await ada.send(path, on: path, ["runbook": "http://x", "note": note])
        let saved = try await ada.send(path, on: path, ["note": note])

        #expect(wrong.html.contains(">Ask iOS.\n\nThen Android.</textarea>"))
        #expect(saved.status == .seeOther)
        #expect(try await ada.open(path).html.contains(">Ask iOS.\n\nThen Android.</textarea>"))
    }

    @Test func `what was typed is shown again with its problems`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada)

        let page = try await ada.send(
            path,
            on: path,
            ["runbook": "http://wiki.example.com/x", "note": String(repeating: "n", count: 501)]
        )

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains("value=\"http://wiki.example.com/x\""))
        #expect(page.html.contains("Enter a complete https URL") || page.html.contains("Use at most 500 characters."))
    }

    @Test func `another tenant sees nothing of it, and an unknown code is not found`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada)
        _ = try await ada.send(path, on: path, ["note": "acme's own words"])
        var theirs = try await site.operatorBrowser()

        #expect(try await !theirs.open("/t/globex/codes/keychain.locked").html.contains("acme's own words"))
        #expect(try await ada.open("/t/globex/codes/keychain.locked").status == .notFound)
        #expect(try await ada.open("/t/acme/codes/keychain.none").status == .notFound)
    }

    @Test func `the page is in French`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada).inFrench

        let page = try await ada.open(path)

        try page.expectFrench("events", "Votre runbook", "Le téléphone était verrouillé")
    }
}
