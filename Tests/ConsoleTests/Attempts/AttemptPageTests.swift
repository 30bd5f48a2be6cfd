import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

@Suite struct AttemptPageTests {
    private static let id = "4bf92f3577b34da6a3ce929d0e0e4736"
    private let path = "/t/acme/attempts/\(Self.id)"

    /// A sign-in that the server never saw, of a user whose name is hostile, and an earlier one of the same phone.
    private func site() async throws -> ConsoleSite {
        let site = try await ConsoleSite()
        let acme = site.acme
        func event(_ number: Int, _ stage: Stage, _ outcome: Outcome, ago: Duration, _ attempt: String) -> DecodedEvent
        {
            var event = acme.event(number, stage: stage, outcome: outcome, message: "<b>m</b>", ago: ago)
            event.content.attempt = TraceID(attempt)
            event.content.texts[.installation] = "phone-1"
            event.content.texts[.user] = number < 3 ? site.ada.id.description : "<script>alert(1)</script>"
            return event
        }
        try await acme.deliver([
            event(1, .appleSheet, .success, ago: .seconds(650), Self.id),
            event(2, .tokenExchange, .failed, ago: .seconds(600), Self.id),
            event(3, .refresh, .failed, ago: .hours(2), "0af7651916cd43dd8448eb211c80319c"),
        ])
        site.installation.clock.advance(by: .minutes(1))
        return site
    }

    @Test func `an attempt is shown with its steps, and what is missing is said`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open(path)

        #expect(page.status == .ok)
        for text in [
            "Token exchange failed", "2 steps in 50.0 s", "+50.0 s", "50.0 s without an event",
            "The server never saw this request", "Phone", "href=\"/t/acme/events/", "Attempts of this user",
            "Earlier attempts", "/t/acme/attempts/0af7651916cd43dd8448eb211c80319c",
            "/t/acme/users/\(site.ada.id)", ">Ada</a>", "Only the app names this user in the attempt.",
            "href=\"/t/acme/attempts/0af7651916cd43dd8448eb211c80319c\">Previous attempt</a>",
        ] {
            #expect(page.html.contains(text), "\(text)")
        }
        #expect(!page.html.contains("<script>alert") && !page.html.contains("<b>m</b>"))
    }

    @Test(arguments: [
        (["a guess"], "Someone tried this user’s password"),
        (["a guess", TestTenant.password], "The server recorded this"),
    ])
    func `a wrong password does not confirm the user whom it names`(passwords: [String], text: String) async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue")
        let origin = RequestOrigin(address: "203.0.113.7", requestID: "request-2", trace: TraceID(Self.id))
        for password in passwords {
            _ = try? await site.services.signIns.signIn(
                email: #require(sue.email?.description),
                password: password,
                in: site.acme.context(from: origin)
            )
        }
        // Her own app names no attempt.
        _ = try await site.acme.signIn(sue)
        try await site.services.attempts.flush()
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open(path)

        #expect(page.html.contains(text) && page.html.contains(">Sue</a>"))
    }

    @Test func `the lanes show each side, what is missing, and the first broken step`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open(path)

        #expect(page.html.matches(of: #/<svg class="lanes"/#).count == 2, "one for wide, one for narrow places")
        for text in [
            "aria-label=\"Timeline of 2 steps. Phone: 2. Gatehouse: No record on the server.\"",
            "href=\"#step-2\"", "<tr id=\"step-2\" class=\"table__broken\">", "<tr id=\"step-1\">",
            "lanes__step--broken lanes__step--failed", "lanes__step--gap", ">Gatehouse</text>",
        ] {
            #expect(page.html.contains(text), "\(text)")
        }
        #expect(!page.html.contains("steps were matched without"))
    }

    @Test func `an event without the attempt's id says why it is here, and how sure that is`() async throws {
        let site = try await site()
        var event = site.acme.event(4, stage: .profileSync, outcome: .success, message: nil, ago: .seconds(670))
        event.content.texts[.installation] = "phone-1"
        event.content.duration = .milliseconds(240)
        try await site.acme.deliver([event])
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open(path)

        #expect(page.html.contains("Joined by the installation: "))
        #expect(page.html.contains("1 of 3 steps was matched without the attempt’s ID: "))
        #expect(page.html.contains("lanes__step--joined"))
    }

    @Test func `the page says what to do, with the tenant's own words, and leads to the failure`() async throws {
        let site = try await site()
        var (ada, vic) = (try await site.browser(of: site.ada), try await site.browser(of: site.vic))
        let note = "/t/acme/codes/keychain.locked"
        let runbook = "https://wiki.example.com/keychain"
        _ = try await ada.send(note, on: note, ["runbook": runbook, "note": "Ask <b>iOS</b>."])
        let grant: Grant<ReadEvents> = try site.acme.system.grant()
        let failures = try await site.services.failures.list(FailureQuery(), PageRequest(), grant: grant).page.items
        let failure = try #require(failures.first { $0.key.stage == .tokenExchange })

        let page = try await vic.open(path)

        for text in [
            "The phone was locked, so the keychain could not be used", "href=\"\(runbook)\"",
            "Ask &lt;b&gt;iOS&lt;/b&gt;.", "href=\"/t/acme/failures/\(failure.id)\"", "Error chain",
            "NSOSStatusErrorDomain <strong>-25308</strong>",
        ] {
            #expect(page.html.contains(text), "\(text)")
        }
        #expect(!page.html.contains("Edit runbook and note"))
        #expect(try await ada.open(path).html.contains("Edit runbook and note"))
    }

    @Test func `an unknown error is shown whole, and leads to the form of a rule`() async throws {
        let site = try await ConsoleSite()
        var event = site.acme.event(1, stage: .sessionStore)
        event.content.attempt = TraceID(Self.id)
        event.content.error = EventError(
            domain: "Acme.SaveError",
            code: "7",
            chain: [.init(domain: "Acme.Deep", code: "9", message: "<i>full</i>")]
        )
        try await site.acme.deliver([event])
        var (ada, vic) = (try await site.browser(of: site.ada), try await site.browser(of: site.vic))

        let (own, read) = (try await ada.open(path), try await vic.open(path))

        for text in [
            "Acme.SaveError <strong>7</strong>", "Acme.Deep <strong>9</strong> <span class=\"tag\">root cause",
            "&lt;i&gt;full&lt;/i&gt;",
        ] {
            #expect(read.html.contains(text), "\(text)")
        }
        #expect(own.html.contains("/t/acme/error-codes?domain=Acme.Deep") && !read.html.contains("error-codes?domain="))
    }

    @Test func `the other codes of an attempt are explained too`() async throws {
        let site = try await site()
        var event = site.acme.event(5, stage: .refresh, ago: .seconds(610))
        event.content.attempt = TraceID(Self.id)
        event.content.error = EventError(domain: "NSURLErrorDomain", code: "-1001")
        try await site.acme.deliver([event])
        var vic = try await site.browser(of: site.vic)

        let page = try await vic.open(path)

        #expect(page.html.contains("Other codes of this attempt"))
        #expect(page.html.contains("<code class=\"id\">net.timeout</code></summary>"))
    }

    @Test func `the session that came of it is ended by those who may`() async throws {
        let site = try await ConsoleSite()
        let session = try await site.acme.signIn(try await site.acme.add("nina"), in: TraceID(Self.id)).session
        var event = site.acme.event(1, stage: .sessionStore)
        event.content.attempt = TraceID(Self.id)
        try await site.acme.deliver([event])
        var ada = try await site.browser(of: site.ada)
        let ending = PageAddress("/t/acme/sessions/\(session.id)/ending", ["to": path]).href

        let page = try await ada.open(path)
        let ended = try await ada.send(ending, on: page)
        let later = try await ada.open(path)

        #expect(page.html.contains("This session is still open, and the app never used it."))
        #expect(page.html.contains("Session open, never used"))
        #expect(ended.status == .seeOther && ended.location == path)
        #expect(later.form(ending) == nil && later.html.contains("Ended"))
        #expect(!later.html.contains("Session open, never used"))
    }

    @Test func `attempts are listed, and filtered by user and release`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.vic)

        for (query, expected) in [
            ("", 2), ("?user=\(site.ada.id)", 1), ("?release=2.4.0", 2), ("?release=1", 0),
            ("?user=&release=&never_arrived=", 2), ("?never_arrived=any", 2), ("?never_arrived=cancelled", 0),
            ("?q=outcome:failed", 2), ("?q=stage:apple-sheet", 1), ("?q=user:\(site.ada.id)+stage:refresh", 0),
            ("?q=stage:refresh&never_arrived=any", 1), ("?q=", 2),
        ] {
            let page = try await browser.open("/t/acme/attempts\(query)")
            let found = page.html.matches(of: #/<td><a href="\/t\/acme\/attempts\/[0-9a-f]{32}"/#).count
            #expect(page.status == .ok && found == expected && !page.html.contains("<script>alert"), "\(query)")
        }
        let other = try await browser.open("/t/acme/attempts?never_arrived=other")
        for text in [
            "<option value=\"other\" selected>Another error of the app", "Never arrived: Another error of the app",
            "<span class=\"sub\">Never arrived: another error of the app</span>",
        ] {
            #expect(other.html.contains(text), "\(text)")
        }
        let rejected = try await browser.open("/t/acme/attempts?failure=x")
        #expect(rejected.status == .unprocessableContent && rejected.html.contains("Enter the ID of a failure."))
    }

    @Test func `a query is searched again, and its fault is marked`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.vic)

        let found = try await browser.open("/t/acme/attempts?q=stage:refresh+-%22%3Cscript%3E%22&release=2.4.0")
        let faulty = try await browser.open("/t/acme/attempts?q=outcome:failed+relese:2&user=x")

        #expect(found.status == .ok)
        for text in [
            "value=\"stage:refresh -&quot;&lt;script&gt;&quot;\"",
            "data-completions=\"/api/v1/tenants/acme/events/completions\"",
            "<details class=\"filters__more\" open>", "href=\"/t/acme/attempts?release=2.4.0\"",
        ] {
            #expect(found.html.contains(text), "\(text)")
        }
        #expect(faulty.status == .unprocessableContent)
        for text in ["Did you mean release?", "<mark class=\"query-fault__piece\">relese</mark>", "value=\"x\""] {
            #expect(faulty.html.contains(text), "\(text)")
        }
    }

    @Test(arguments: [
        "q=outcome:failed&stage=refresh", "range=7d&outcome=failed&q=stage:refresh",
        "from=2026-11-21T00:00Z&q=stage:refresh",
    ])
    func `a search for events leads to the attempts of these events`(query: String) async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.vic)

        let events = try await browser.open("/t/acme/events?\(query)")
        let link = try #require(events.html.firstMatch(of: #/href="(\/t\/acme\/attempts\?q=[^"]*)"/#)).1
        let attempts = try await browser.open(String(link).replacing("&amp;", with: "&"))

        #expect(attempts.status == .ok && attempts.html.contains("/t/acme/attempts/0af7651916cd43dd8448eb211c80319c"))
        #expect(!attempts.html.contains("/t/acme/attempts/\(Self.id)"))
    }

    @Test func `events lead to their attempt`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.vic)

        let list = try await browser.open("/t/acme/events?stage=token-exchange")
        let href = try #require(list.html.firstMatch(of: #/\/t\/acme\/events\/[0-9]+-[0-9a-f-]{36}/#)).0
        let event = try await browser.open(String(href))

        #expect(list.html.contains("href=\"\(path)\"") && event.html.contains("href=\"\(path)\""))
    }

    @Test func `the same id in another tenant is another attempt`() async throws {
        let site = try await site()
        var event = site.globex.event(9, stage: .sessionRestore)
        event.content.attempt = TraceID(Self.id)
        try await site.globex.deliver([event])
        var browser = try await site.browser(of: site.vic)

        let own = try await browser.open(path)
        let foreign = try await browser.open("/t/globex/attempts/\(Self.id)")
        let absent = try await browser.open("/t/acme/attempts/00000000000000000000000000000001")

        #expect(!own.html.contains("Restore session") && foreign.status == .notFound)
        #expect(absent.status == .notFound && absent.html.contains("Attempt not found"))
    }

    @Test func `an attempt is in French`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.vic).inFrench

        let page = try await browser.open(path)
        let list = try await browser.open("/t/acme/attempts")

        try page.expectFrench(
            "attempts",
            "2 étapes en 50,0\u{a0}s",
            "Le serveur n’a jamais vu cette requête",
            "Téléphone",
            "Chronologie de 2 étapes. Téléphone\u{a0}: 2. Gatehouse\u{a0}: Aucune trace sur le serveur.",
            "Tentatives précédentes"
        )
        try list.expectFrench("attempts", "<h1>Tentatives</h1>", "Jamais arrivée")
    }
}
