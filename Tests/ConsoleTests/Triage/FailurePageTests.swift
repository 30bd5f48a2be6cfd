import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct FailurePageTests {
    private let list = "/t/acme/failures"

    private func failure(_ site: ConsoleSite) async throws -> String {
        try await site.acme.deliver([site.acme.event(1, user: "ada"), site.acme.event(2, user: "bob")])
        let grant: Grant<ReadEvents> = try site.acme.system.grant()
        let found = try await site.acme.services.failures.list(FailureQuery(), PageRequest(), grant: grant)
        return "\(list)/\(try #require(found.page.items.first).id)"
    }

    @Test func `the list shows what fails, and leads to its page`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)

        let page = try await ada.open(list)

        #expect(page.status == .ok)
        #expect(page.html.contains("The phone was locked, so the keychain could not be used"))
        #expect(page.html.contains("href=\"\(path)\"") && page.html.contains("Needs attention 1"))
        #expect(page.html.contains("class=\"sparkline\""))
        let shown = try await ada.open(path)
        #expect(shown.html.contains("<strong>2 people affected in the last 7 days, 2 still out.</strong>"))
        #expect(shown.html.contains("class=\"histogram\"") && shown.html.contains("Show as table"))
        #expect(shown.html.contains("NSOSStatusErrorDomain <strong>-25308</strong>"))
        #expect(shown.html.contains("The keychain was locked."))
        #expect(shown.html.contains(">2.4.0</a>"))
    }

    @Test func `a query narrows the list, stays in its links, and its fault is marked`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        try await site.acme.deliver([site.acme.event(9, stage: .refresh, user: "<i>eve</i>")])
        var ada = try await site.browser(of: site.ada)

        let eve = try await ada.open("\(list)?q=user:%22%3Ci%3Eeve%3C/i%3E%22&period=24h&sort=last_seen")
        let none = try await ada.open("\(list)?q=platform:none-such&code=x")
        let faulty = try await ada.open("\(list)?q=outcome:failed+relese:2&release=2.4.0")

        #expect(eve.status == .ok && !eve.html.contains("href=\"\(path)\"") && eve.html.contains("Needs attention 1"))
        for text in [
            "value=\"user:&quot;&lt;i&gt;eve&lt;/i&gt;&quot;\"",
            "href=\"/t/acme/failures?period=24h&amp;sort=last_seen\"",
            "tab=resolved", "q=user%3A%22%3Ci%3Eeve%3C%2Fi%3E%22",
        ] {
            #expect(eve.html.contains(text), "\(text)")
        }
        #expect(
            none.html.contains("No matching failures") && none.html.contains("<details class=\"filters__more\" open>")
        )
        #expect(faulty.status == .unprocessableContent)
        for text in ["Did you mean release?", "<mark class=\"query-fault__piece\">relese</mark>", "value=\"2.4.0\""] {
            #expect(faulty.html.contains(text), "\(text)")
        }
    }

    @Test func `the verdict is true with a success since, without anyone, and for what is quiet`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)

        try await site.acme.deliver([site.acme.event(3, outcome: .success, user: "ada", ago: .zero)])
        #expect(try await ada.open(path).html.contains("2 people affected in the last 7 days, 1 still out."))
        try await site.acme.deliver([site.acme.event(4, outcome: .success, user: "bob", ago: .zero)])
        #expect(
            try await ada.open(path).html.contains("2 people affected in the last 7 days, all with a success since.")
        )
        _ = try await ada.send("\(path)/changes", on: path, ["action": "expect"])
        #expect(try await ada.open(path).html.contains("<strong>Expected.</strong> 2 people affected"))

        try await site.acme.deliver([site.acme.event(5, stage: .refresh)])
        let grant: Grant<ReadEvents> = try site.acme.system.grant()
        let found = try await site.acme.services.failures.list(FailureQuery(), PageRequest(), grant: grant)
        let other = "\(list)/\(try #require(found.page.items.first { $0.key.stage == .refresh }).id)"
        #expect(try await ada.open(other).html.contains("1 event in the last 7 days, which names no one."))

        site.installation.clock.advance(by: .days(2))
        ada = try await site.browser(of: site.ada)
        #expect(
            try await ada.open("\(other)?period=24h").html.contains("<strong>Not seen in the last 24 hours.</strong>")
        )
    }

    @Test func `those who are still out are a page, by name where the viewer may see it`() async throws {
        let site = try await ConsoleSite()
        var locked = site.acme.event(3, user: site.vic.id.description)
        locked.content.attempt = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")
        var device = site.acme.event(4)
        device.content.texts[.installation] = "<b>phone</b>"
        try await site.acme.deliver([locked, device])
        let path = try await failure(site)
        try await site.acme.deliver([site.acme.event(5, outcome: .success, user: "bob", ago: .zero)])
        var ada = try await site.browser(of: site.ada)

        let shown = try await ada.open(path)
        let out = try await ada.open("\(path)/still-out?period=24h")
        var french = ada.inFrench
        let translated = try await french.open("\(path)/still-out")

        #expect(shown.html.contains("href=\"\(path)/still-out?period=7d\""))
        #expect(
            out.status == .ok && out.html.contains("Of 4 people affected in the last 24 hours, 3 had no success since.")
        )
        for text in [
            "href=\"/t/acme/users/\(site.vic.id)\"", "href=\"/t/acme/attempts/4bf92f3577b34da6a3ce929d0e0e4736\"",
            "Installation, not signed in", "installation=%3Cb%3Ephone%3C", ">ada</a>", "claimed",
        ] { #expect(out.html.contains(text), "\(text)") }
        #expect(!out.html.contains(">bob</a>") && !out.html.contains("<b>phone"))
        try translated.expectFrench("failures", "<h1>Toujours sans accès</h1>", "Sur 4 personnes touchées")
    }

    @Test func `the page has the latest attempts, the tenant's own words, and the whole unknown error`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        let attempt = "4bf92f3577b34da6a3ce929d0e0e4736"
        var event = site.acme.event(3, user: "eve")
        event.content.attempt = TraceID(attempt)
        var unknown = site.acme.event(4, stage: .refresh)
        let cause = EventError.Cause(domain: "Acme.Deep", code: "9", message: "<i>full</i>")
        unknown.content.error = EventError(domain: "Acme.Error", code: "7", chain: [cause])
        try await site.acme.deliver([event, unknown])
        var (ada, vic) = (try await site.browser(of: site.ada), try await site.browser(of: site.vic))
        let note = "/t/acme/codes/keychain.locked"
        let runbook = "https://wiki.example.com/keychain"
        _ = try await ada.send(note, on: note, ["runbook": runbook, "note": "Ask <b>iOS</b>."])

        let page = try await vic.open(path)
        let rows = try await vic.open("\(list)?code=unclassified").html
        let other = try #require(rows.firstMatch(of: #/\/t\/acme\/failures\/[0-9a-f-]{36}/#)).0
        let raw = try await ada.open(String(other))

        for text in [
            "href=\"/t/acme/attempts/\(attempt)\"", "/t/acme/attempts?failure=", "href=\"\(runbook)\"",
            "Ask &lt;b&gt;iOS&lt;/b&gt;.",
        ] {
            #expect(page.html.contains(text), "\(text)")
        }
        #expect(raw.html.contains("Acme.Deep <strong>9</strong> <span class=\"tag\">root cause"))
        #expect(raw.html.contains("&lt;i&gt;full&lt;/i&gt;") && raw.html.contains("Treat this error as a known one"))
    }

    @Test func `a failure is in French`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada).inFrench

        let page = try await ada.open(path)

        try page.expectFrench("failures", "2 personnes touchées", "2 toujours sans accès.", "Résoudre")
    }

    @Test func `a member resolves a failure, and a second one with the same page is told`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)
        var vic = try await site.browser(of: site.vic)
        let (first, second) = (try await ada.open(path), try await vic.open(path))

        let saved = try await ada.send(
            "\(path)/changes",
            on: first,
            ["action": "resolve_in_release", "release": "2.4.1"]
        )
        let late = try await vic.send("\(path)/changes", on: second, ["action": "archive"])

        #expect(saved.status == .seeOther && saved.location == path)
        #expect(late.status == .conflict && late.html.contains("The failure has changed"))
        let page = try await vic.open(path)
        #expect(page.html.contains("Resolved in 2.4.1"))
        #expect(try await vic.open(list).html.contains("Resolved 1"))
    }

    @Test func `a wrong form is shown again with its problem`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)
        let form = try await ada.open(path)

        let wrong = try await ada.send(
            "\(path)/changes",
            on: form,
            ["action": "resolve_in_release", "release": "soon"]
        )

        #expect(wrong.status == .unprocessableContent && wrong.html.contains("Enter a version, like 2.4.1."))
        #expect(wrong.html.contains("value=\"soon\""), "what was typed is lost")
        #expect(wrong.html.contains("Resolve in version: Enter a version"))
    }

    @Test func `the history tells a failure that is opened again from a new one`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)

        for action in ["archive", "reopen"] {
            let saved = try await ada.send("\(path)/changes", on: path, ["action": action])
            #expect(saved.status == .seeOther)
        }

        #expect(try await ada.open(path).html.contains("<li>Reopened"))
    }

    @Test func `a comment is shown escaped, with its author`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)
        let form = try await ada.open(path)

        let saved = try await ada.send("\(path)/comments", on: form, ["text": "Ask <b>iOS</b>.\r\nSoon."])

        #expect(saved.status == .seeOther)
        #expect(try await ada.open(path).html.contains("Ask &lt;b&gt;iOS&lt;/b&gt;.\nSoon."))
    }

    @Test func `chosen failures change together`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)
        let page = try await ada.open(list)
        let id = try #require(path.split(separator: "/").last)

        let saved = try await ada.send("\(list)/changes", on: page, ["failures": "\(id).0", "action": "expect"])

        #expect(saved.status == .seeOther && saved.location == list)
        #expect(try await ada.open("\(list)?tab=expected").html.contains(path))
        #expect(!(try await ada.open(list)).html.contains(path))
    }

    @Test func `chosen failures that have changed stay, and the list says so`() async throws {
        let site = try await ConsoleSite()
        let path = try await failure(site)
        var ada = try await site.browser(of: site.ada)
        let page = try await ada.open(list)
        let id = try #require(path.split(separator: "/").last)

        let late = try await ada.send("\(list)/changes", on: page, ["failures": "\(id).7", "action": "expect"])
        let odd = try await ada.send("\(list)/changes", on: page, ["failures": "\(id).0", "action": "forget"])

        #expect(late.status == .conflict && late.html.contains("The failure has changed"))
        #expect(odd.status == .unprocessableContent && odd.html.contains("role=\"alert\""))
        let none = try await ada.send("\(list)/changes", on: page, ["action": "expect"])
        #expect(none.status == .unprocessableContent && none.html.contains("Failures: Required."))
        for answer in [late, odd, none] { #expect(answer.html.contains(path) && answer.form("\(list)/changes") != nil) }
    }
}
