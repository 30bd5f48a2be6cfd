import Database
import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

@Suite struct EventPageTests {
    private func site() async throws -> (ConsoleSite, ConsoleBrowser) {
        let site = try await ConsoleSite()
        try await site.acme.deliver([
            site.acme.event(1, message: "The keychain was locked."),
            site.acme.event(2, stage: .refresh, message: "Gone", ago: .hours(3)),
            site.acme.event(3, outcome: .success, user: site.ada.id.description), site.acme.event(4, ago: .days(3)),
        ])
        try await site.globex.deliver([site.globex.event(9, message: "Another tenant's trouble")])
        return (site, try await site.browser(of: site.vic))
    }

    private func rows(_ page: ConsolePage) -> Int { page.html.matches(of: #/href="\/t\/acme\/events\/[0-9]+-/#).count }

    @Test func `without the events database every page says so, and users can be looked after`() async throws {
        let (site, vic) = try await site()
        var browser = vic
        site.installation.services.intake.storage.set(.unavailable)
        if !TestEngine.isPostgres { try await site.installation.events.close() }

        let events = try await browser.open("/t/acme/events")
        let user = try await browser.open("/t/acme/users/\(site.ada.id)")

        #expect(events.status == .serviceUnavailable && events.html.contains("Events are unavailable"))
        #expect(user.html.contains("The events database is not available"))
        #expect(TestEngine.isPostgres || user.status == .ok)
    }

    @Test func `on a nearly full disk every page says that events are not stored`() async throws {
        let (site, vic) = try await site()
        var browser = vic
        site.installation.services.intake.storage.set(.diskFull)

        let page = try await browser.open("/t/acme/events")

        #expect(page.status == .ok && page.html.contains("New events are not stored"))
        #expect(rows(page) == 3)
    }

    @Test func `a user whom only the app names is shown as claimed, with the reason`() async throws {
        let (site, vic) = try await site()
        var browser = vic

        let list = try await browser.open("/t/acme/events?outcome=success")
        let event = try await browser.open("/t/acme/users/\(site.ada.id)")

        #expect(list.html.contains(">claimed</span>") && list.html.contains("Only claimed: the app named this user"))
        #expect(event.html.contains("· claimed"))
    }

    @Test func `the page says first what it found`() async throws {
        let (site, vic) = try await site()
        var browser = vic

        let page = try await browser.open("/t/acme/events")

        #expect(page.html.contains("<h1>2 of 3 events failed</h1>"))
        #expect(page.html.contains("in the last 24 hours · most common: keychain.locked (2 of 2)"))
        #expect(page.html.contains("class=\"histogram\""))
        #expect(page.html.contains("<a href=\"/t/acme/users/\(site.ada.id)\">Ada</a>"))
        #expect(page.html.contains("Show as table"))
        #expect(rows(page) == 3)
        #expect(!page.html.contains("Another tenant"))
    }

    @Test(arguments: [
        ("failed", "2 failed events"), ("success", "1 successful event"), ("skipped", "No matching events"),
    ])
    func `the events of one outcome are counted in the heading`(outcome: String, heading: String) async throws {
        var (_, browser) = try await site()

        let page = try await browser.open("/t/acme/events?outcome=\(outcome)")

        #expect(page.html.contains("<h1>\(heading)</h1>"))
    }

    @Test(arguments: [
        ("outcome=success", 1), ("stage=refresh", 1), ("range=7d", 4), ("range=1h", 2), ("q=KEYCHAIN", 1),
        ("source=server", 0),
        ("app_version=2.4.0", 3), ("app_version=9", 0), ("user=ada%40acme.example", 1),
        ("attempt=4bf92f3577b34da6a3ce929d0e0e4736", 0),
        ("from=2026-11-21T05%3A00Z&to=2026-11-21T07%3A00Z", 1), ("q=nothing", 0),
        ("user=nobody%40nowhere.example", 0),
    ])
    func `filters leave only what fits`(query: String, count: Int) async throws {
        var (_, browser) = try await site()

        let page = try await browser.open("/t/acme/events?\(query)")

        #expect(page.status == .ok)
        #expect(rows(page) == count)
    }

    @Test(arguments: [
        ("stage=nowhere", "Choose one of"), ("attempt=zz", "32 hexadecimal digits"),
        ("from=yesterday", "Enter a date and time"),
        ("from=2026-11-22T00%3A00Z&to=2026-11-21T00%3A00Z", "Choose a time after From."),
        ("from=2020-01-01T00%3A00Z", "Choose at most 400 days."),
        ("user=nobody%40", "No user matches."),
        ("q=%FF", "not readable text"), ("cursor=zzz", "cursor"), ("range=1y", "Choose one of"),
    ])
    func `an invalid filter is shown again with its problem`(
        query: String,
        sentence: String
    ) async throws {
        var (_, browser) = try await site()

        let page = try await browser.open("/t/acme/events?\(query)")

        #expect(page.status == .unprocessableContent)
        #expect(page.html.contains(sentence))
        #expect(rows(page) == 0)
    }

    @Test func `times of the viewer's own clock become an address that means the same to everyone`() async throws {
        var (_, browser) = try await site()
        browser = browser.with(cookies: browser.cookies.merging(["zone": "Europe%2FBerlin"]) { $1 })

        let page = try await browser.open("/t/acme/events?from=2026-11-21T06%3A00&to=2026-11-21T08%3A00&stage=refresh")

        #expect(page.status == .seeOther)
        #expect(
            page.location == "/t/acme/events?from=2026-11-21T05%3A00Z&to=2026-11-21T07%3A00Z&stage=refresh"
        )
        let there = try await browser.open(try #require(page.location))
        #expect(rows(there) == 1)
        #expect(there.html.contains("value=\"2026-11-21T06:00\""))
        #expect(there.html.contains("from 21 Nov 06:00 to 08:00"))
    }

    @Test func `an event is shown whole, and hostile text as text`() async throws {
        let site = try await ConsoleSite()
        let attempt = try #require(TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
        var event = site.acme.event(1, message: "<script>alert(1)</script>\u{202E}evil", user: site.ada.id.description)
        event.content.error?.chain = [
            .init(domain: "AKAuthenticationError", code: "-7026", message: "no \"entitlement\"\u{301}")
        ]
        event.content.attempt = attempt
        event.content.attributes = [
            .init("app.state", .text("<b>background</b>")), .init("tries", .integer(3)), .init("cold", .bool(true)),
        ]
        var earlier = site.acme.event(2, stage: .tokenExchange, outcome: .success, ago: .minutes(2))
        earlier.content.attempt = attempt
        try await site.acme.deliver([event, earlier])
        var browser = try await site.browser(of: site.vic)
        let list = try await browser.open("/t/acme/events?outcome=failed")
        let href = try #require(list.html.firstMatch(of: #/\/t\/acme\/events\/[0-9]+-[0-9a-f-]{36}/#)).0

        let page = try await browser.open(String(href))

        for text in [
            "The session could not be saved on the device", "&lt;script&gt;alert(1)&lt;/script&gt;\\u{202E}evil",
            "AKAuthenticationError",
            "-7026",
            "&lt;b&gt;background&lt;/b&gt;", "iPhone16,1", attempt.description, "/t/acme/users/\(site.ada.id)",
            "Attempt timeline",
            "Token exchange", "aria-current=\"true\"",
        ] {
            #expect(page.html.contains(text), "\(text)")
        }
        #expect(!page.html.contains("<script>alert"))
        #expect(!page.html.contains("<b>background"))
        #expect(!list.html.contains("<script>alert"))
    }

    @Test func `the breadcrumbs of an event are shown in their order, and hostile text as text`() async throws {
        let site = try await ConsoleSite()
        var event = site.acme.event(1)
        let time = event.content.occurredAt - .milliseconds(1500)
        let newest = Breadcrumb(
            time: time,
            category: "http<b>",
            level: "warning\u{202E}",
            message: "<script>alert(2)</script>",
            data: #"{"status_code":401,"body":"<b>bold</b>","nested":{"a":[1]}}"#
        )
        let others = [Breadcrumb(message: "The second step", data: "no object"), Breadcrumb(message: "The first step")]
        event.content.attributes =
            ([newest] + others).enumerated().flatMap { $1.attributes(number: $0 + 1) }
            + [EventAttribute("cold", .bool(true))]
        try await site.acme.deliver([event])
        var browser = try await site.browser(of: site.vic)
        let list = try await browser.open("/t/acme/events?outcome=failed")
        let href = try #require(list.html.firstMatch(of: #/\/t\/acme\/events\/[0-9]+-[0-9a-f-]{36}/#)).0

        let page = try await browser.open(String(href))

        #expect(page.html.contains("<h2>Breadcrumbs</h2><span class=\"muted\">oldest first</span>"))
        let shown = [
            "The first step", "The second step", "Data=no object", time.rfc3339, "http&lt;b&gt;", "warning\\u{202E}",
            "&lt;script&gt;alert(2)&lt;/script&gt;", "status_code=401", "body=&lt;b&gt;bold&lt;/b&gt;",
        ]
        var rest = page.html[...]
        for text in shown {
            let found = try #require(rest.firstRange(of: text), "\(text)")
            rest = rest[found.upperBound...]
        }
        #expect(page.html.contains("cold") && !page.html.contains("breadcrumb.1"))
        #expect(!page.html.contains("<script>alert(2)") && !page.html.contains("<b>bold"))
    }

    @Test func `an event without breadcrumbs shows none`() async throws {
        var (_, browser) = try await site()
        let list = try await browser.open("/t/acme/events?outcome=failed")
        let href = try #require(list.html.firstMatch(of: #/\/t\/acme\/events\/[0-9]+-[0-9a-f-]{36}/#)).0

        let page = try await browser.open(String(href))

        #expect(page.status == .ok && !page.html.contains("Breadcrumbs"))
    }

    @Test(arguments: [
        "0-0", "x", "1795251600000-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907",
        "9223372036854775808-0193a0c5-7f1e-7c3a-9b5d-2f64c1e8a907",
    ])
    func `an event that is not there is not found`(reference: String) async throws {
        var (_, browser) = try await site()

        #expect(try await browser.open("/t/acme/events/\(reference)").status == .notFound)
    }

    @Test func `another tenant's event is not found`() async throws {
        let (site, _) = try await site()
        var theirs = try await site.operatorBrowser()
        let list = try await theirs.open("/t/globex/events")
        let href = try #require(list.html.firstMatch(of: #/\/t\/globex(\/events\/[0-9]+-[0-9a-f-]{36})/#)).1
        var browser = try await site.browser(of: site.ada)

        #expect(try await theirs.open("/t/globex\(href)").status == .ok)
        let page = try await browser.open("/t/acme\(href)")
        #expect(page.status == .notFound)
        #expect(!page.html.contains("trouble"))
        #expect(try await browser.open("/t/globex\(href)").status == .notFound)
    }

    @Test func `an empty page teaches how events come here`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/events?range=30d")

        #expect(page.html.contains("<h1>No events</h1>"))
        #expect(page.html.contains("curl http://gatehouse.example/ingest/v1/events"))
    }

    @Test func `a page leads to older events and back`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.deliver((1...60).map { site.acme.event($0, ago: .minutes(Int64($0))) })
        var browser = try await site.browser(of: site.ada)

        let first = try await browser.open("/t/acme/events?outcome=failed")
        let older = try #require(first.html.firstMatch(of: #/href="([^"]*)" rel="next"/#)).1.replacing(
            "&amp;",
            with: "&"
        )
        let second = try await browser.open(String(older))

        #expect(older.contains("outcome=failed"))
        #expect(rows(first) == 50)
        #expect(rows(second) == 10)
        #expect(first.html.contains("1–50 of 60, newest first"))
        #expect(second.html.contains("10 shown, newest first"))
    }
}
