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

@Suite struct ChangePageTests {
    private let path = "/t/acme/changes"

    /// A site with a release, and a setting that was changed three hours later.
    private func site() async throws -> ConsoleSite {
        let site = try await ConsoleSite()
        try await deliver("2.4.0", to: site)
        site.installation.clock.advance(by: .hours(3))
        try await site.acme.set { $0.requiresNonce = true }
        site.installation.clock.advance(by: .minutes(1))
        return site
    }

    private func deliver(_ version: String, to site: ConsoleSite) async throws {
        var event = site.acme.event(1, ago: .seconds(1))
        event.content.texts[.appVersion] = version
        try await site.acme.deliver([event])
    }

    @Test func `changes are listed latest first, with what they were and where to go on`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.ada)

        let html = try await browser.open(path).html

        let setting = try #require(html.range(of: "<a href=\"/t/acme/settings\">Sign-in settings changed</a>"))
        let release = try #require(
            html.range(of: "<a href=\"/t/acme/releases/release?version=2.4.0\">Release 2.4.0 first seen</a>")
        )
        #expect(setting.lowerBound < release.lowerBound)
        #expect(html.contains("href=\"/t/acme/audit?action=tenant.settings_changed\""))
    }

    @Test func `one kind, and a time, are shown alone`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.ada)
        let hour = site.installation.clock.now - .minutes(2)

        let releases = try await browser.open("\(path)?kind=release").html
        let recent = try await browser.open("\(path)?from=\(LocalTime.absolute(hour))").html
        let before = try await browser.open("\(path)?to=\(LocalTime.absolute(hour))").html

        #expect(releases.contains("Release 2.4.0 first seen</a>") && !releases.contains("Sign-in settings changed</a>"))
        #expect(!recent.contains("Release 2.4.0 first seen</a>") && recent.contains("Sign-in settings changed</a>"))
        #expect(before.contains("Release 2.4.0 first seen</a>") && !before.contains("Sign-in settings changed</a>"))
        #expect(recent.contains("chip--remove") && recent.contains("name=\"from\" value="))
    }

    @Test func `times are kept as exact as they were given`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("\(path)?from=2026-11-21T13:41:07.250Z&to=2026-11-21T14:59:59.999Z")

        #expect(page.html.contains("name=\"from\" value=\"2026-11-21T13:41:07.250Z\""))
        #expect(page.html.contains("name=\"to\" value=\"2026-11-21T14:59:59.999Z\""))
    }

    @Test func `a time that ends before it begins is an error`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("\(path)?from=2026-11-21T14:00Z&to=2026-11-21T13:00Z")

        #expect(page.status == .unprocessableContent && page.html.contains("Choose a time after From."))
    }

    @Test func `a page of older changes says that it is one, and leads back`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.ada)

        let first = try await browser.open("\(path)?limit=1")
        let older = try #require(first.html.firstMatch(of: /href="([^"]*cursor=[^"]*)"/)?.1)
        let second = try await browser.open(String(older).replacing("&amp;", with: "&"))

        #expect(!first.html.contains("Older changes<svg") && second.html.contains("Older changes<svg"))
    }

    @Test func `a month is shown without a choice, and everything on request`() async throws {
        let site = try await site()
        site.installation.clock.advance(by: .days(31))
        var browser = try await site.browser(of: site.ada)

        let month = try await browser.open(path).html
        let all = try await browser.open("\(path)?range=all").html

        #expect(!month.contains("Release 2.4.0 first seen</a>") && month.contains("\(path)?range=all"))
        #expect(all.contains("Release 2.4.0 first seen</a>"))
    }

    @Test func `someone without other permissions sees releases only, and no way to the rest`() async throws {
        let site = try await site()
        let draft = RoleAdministration.Draft(title: "Watch", rank: 100, permissions: ["console.enter", "events.read"])
        _ = try await site.services.roles.create(name: "watch", draft, grant: site.acme.system.grant())
        let watcher = try await site.acme.add("Wanda", role: #require(Role.Name("watch")))
        var browser = try await site.browser(of: watcher)

        let html = try await browser.open(path).html

        #expect(html.contains("Release 2.4.0 first seen</a>") && !html.contains("Sign-in settings changed"))
        #expect(!html.contains("/t/acme/audit") && !html.contains("value=\"settings\""))
        #expect(try await browser.open("\(path)?kind=settings").html.contains("are not visible to you"))
    }

    @Test func `the version of a release is shown as text`() async throws {
        let site = try await ConsoleSite()
        try await deliver("\"><script>\u{202E}x", to: site)
        var browser = try await site.browser(of: site.ada)

        let (list, events) = (try await browser.open(path).html, try await browser.open("/t/acme/events").html)

        for html in [list, events] {
            #expect(html.contains("\\u{202E}x") && !html.contains("<script>\\") && !html.contains("\u{202E}"))
        }
    }

    @Test(arguments: ["/t/acme/events", "/t/acme/events?by=app_version", "/t/acme/overview"])
    func `a chart marks what changed in its time`(page: String) async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.ada)

        let html = try await browser.open(page).html

        #expect(html.contains("histogram__mark\"") && html.contains("change-symbol__release"))
        #expect(html.contains("legend__item--mark") && html.contains("Sign-in settings changed</a>"))
        #expect(html.contains("Release 2.4.0 first seen</title>"))
    }

    @Test func `the chart of a failure marks what changed in its time`() async throws {
        let site = try await site()
        let failures = try await site.acme.services.failures.list(
            FailureQuery(period: .day, states: nil),
            PageRequest(),
            grant: site.acme.system.grant()
        )
        let failure = try #require(failures.page.items.first)
        var browser = try await site.browser(of: site.ada)

        let html = try await browser.open("/t/acme/failures/\(failure.id)?period=24h").html

        #expect(html.contains("histogram__mark\"") && html.contains("change-symbol__settings"))
    }

    @Test func `a change outside a chart is not marked`() async throws {
        let site = try await site()
        site.installation.clock.advance(by: .hours(2))
        try await deliver("2.4.0", to: site)
        var browser = try await site.browser(of: site.ada)

        let html = try await browser.open("/t/acme/events?range=1h").html

        #expect(html.contains("class=\"histogram\"") && !html.contains("histogram__mark\""))
    }

    @Test func `an outage that goes on ends now, and leads to its events`() throws {
        let clock = PageClock(now: Sample.now, zone: .utc, texts: TestTexts.english)
        func detail(_ until: Timestamp) -> String? {
            NotableChange(.appleOutage, at: Sample.now - .hours(3), until: until, key: "o").detail(clock)
        }

        #expect(detail(Sample.now) == "Until now")
        #expect(detail(Sample.now - .hours(1)) == "Until 21 Nov 2026, 12:41")
    }

    @Test func `the page and the marks are in French`() async throws {
        let site = try await site()
        var browser = try await site.browser(of: site.ada).inFrench

        let (list, events) = (try await browser.open(path).html, try await browser.open("/t/acme/events").html)

        #expect(list.contains("<h1>Ce qui a changé</h1>") && list.contains("Première apparition de la version 2.4.0"))
        #expect(events.contains("\u{A0}: Première apparition de la version 2.4.0</title>"))
    }
}
