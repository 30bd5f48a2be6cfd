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

@Suite struct ReleasePageTests {
    private let path = "/t/acme/releases/release"

    /// A console in the middle of an hour, so that an event is of the hour in which it is received.
    private func site() async throws -> ConsoleSite {
        let site = try await ConsoleSite()
        site.installation.clock.advance(by: .minutes(10))
        return site
    }

    /// - Parameter outcomes: one event each, of another user.
    private func deliver(
        _ outcomes: [Outcome],
        of version: String,
        from number: Int,
        domain: String? = nil,
        to tenant: TestTenant
    ) async throws {
        try await tenant.deliver(
            outcomes.enumerated().map { index, outcome in
                var event = tenant.event(
                    number + index,
                    outcome: outcome,
                    user: "user \(number + index)",
                    ago: .seconds(1)
                )
                event.content.texts[.appVersion] = version
                event.content.texts[.build] = "17"
                if let domain { event.content.error = EventError(domain: domain, code: "-1009", message: nil) }
                return event
            }
        )
    }

    @Test func `the list leads to the page of each release`() async throws {
        let site = try await site()
        try await deliver([.failed, .success], of: "2.4.0", from: 0, to: site.acme)
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/releases")

        #expect(page.html.contains("<a href=\"\(path)?version=2.4.0\">2.4.0</a>") && page.html.contains("50.0%"))
        #expect(page.html.contains("2 results") && page.html.contains("Adoption 100.0%"))
    }

    @Test func `a build that does worse than the release before says so, and leads to its events`() async throws {
        let site = try await site()
        try await deliver(Array(repeating: .success, count: 40), of: "2.4.0", from: 0, to: site.acme)
        site.installation.clock.advance(by: .hours(2))
        try await deliver(Array(repeating: .failed, count: 40), of: "2.5.0", from: 100, to: site.acme)
        var browser = try await site.browser(of: site.vic)

        let html = try await browser.open("\(path)?version=2.5.0").html

        #expect(html.contains("<a href=\"/t/acme/events?range=30d&amp;app_version=2.5.0&amp;build=17\">17</a>"))
        #expect(
            html.contains("<a href=\"/t/acme/events?range=30d&amp;app_version=2.5.0&amp;os_version=18.2\">18.2</a>")
        )
        #expect(html.split(separator: ">Worse<").count == 3 && html.contains(">In 2.4.0</th>"))
        #expect(html.contains("Success: within 1 hour of each release being first seen."))
    }

    @Test func `a tenant without releases reads where they come from`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.vic)

        #expect(try await browser.open("/t/acme/releases").html.contains("No releases yet"))
    }

    @Test func `a release is beside the one before, with its codes, people, builds and systems`() async throws {
        let site = try await site()
        try await deliver(Array(repeating: .failed, count: 6), of: "2.4.0", from: 0, to: site.acme)
        site.installation.clock.advance(by: .hours(2))
        try await deliver([.failed, .failed], of: "2.5.0", from: 10, domain: "NSURLErrorDomain", to: site.acme)
        try await deliver(Array(repeating: .success, count: 38), of: "2.5.0", from: 20, to: site.acme)
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("\(path)?version=2.5.0")

        #expect(page.status == .ok && page.html.contains("<h1>Release 2.5.0</h1>"))
        #expect(page.html.contains("A larger share of steps succeeds than in 2.4.0."))
        #expect(page.html.contains("95.0% of its results are successes; in 2.4.0, 0.0%."))
        #expect(page.html.contains("<a href=\"\(path)?version=2.4.0\">2.4.0</a>"))
        #expect(page.html.contains("With fewer than 30 results"))
        #expect(page.html.contains("<a href=\"/help/codes/net.offline\">"))
        #expect(page.html.contains("<a href=\"/help/codes/keychain.locked\">"))
        #expect(page.html.contains("<dt>People affected</dt><dd>2</dd>"))
        #expect(page.html.contains("<dt>Still out</dt><dd>2</dd>"))
        #expect(page.html.contains("build=17\">17</a>") && page.html.contains("os_version=18.2\">18.2</a>"))
        #expect(page.html.contains("href=\"/t/acme/events?range=7d&amp;app_version=2.5.0\""))
        #expect(page.html.contains("href=\"/t/acme/failures?tab=all&amp;release=2.5.0\""))
        #expect(page.html.contains("href=\"/t/acme/attempts?release=2.5.0\""))
        #expect(page.html.contains("The app reported no runs") && page.html.contains("No runs reported."))
    }

    @Test func `a release with the same rate, and the first one, are not called better or worse`() async throws {
        let site = try await site()
        try await deliver([.failed, .success], of: "2.4.0", from: 0, to: site.acme)
        site.installation.clock.advance(by: .hours(2))
        try await deliver([.success, .failed], of: "2.5.0", from: 10, to: site.acme)
        site.installation.clock.advance(by: .hours(2))
        try await deliver([.cancelled], of: "2.6.0", from: 20, to: site.acme)
        var browser = try await site.browser(of: site.vic)

        let tie = try await browser.open("\(path)?version=2.5.0").html
        let first = try await browser.open("\(path)?version=2.4.0").html
        let empty = try await browser.open("\(path)?version=2.6.0").html

        #expect(tie.contains("The same share of steps succeeds as in 2.4.0."))
        #expect(first.contains("No earlier release is known."))
        #expect(empty.contains("The success rate is not known.") && empty.contains("No results"))
        #expect(!empty.contains("With fewer than 30 results"))
        site.installation.clock.advance(by: .days(95))
        let old = try await browser.open("\(path)?version=2.5.0")
        // The session has ended in the meantime.
        #expect(old.status == .seeOther)
        browser = try await site.browser(of: site.vic)
        let tooOld = try await browser.open("\(path)?version=2.5.0").html
        #expect(tooOld.contains("This release is too old to compare."))
        #expect(tooOld.contains("The first hours of the release are no longer counted."))
    }

    @Test func `numbers of people that are lower bounds say so`() async throws {
        let site = try await site()
        for number in 0..<21 {
            try await deliver([.failed], of: "2.4.0", from: number, domain: "Acme.\(number)", to: site.acme)
        }
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("\(path)?version=2.4.0")

        #expect(page.html.contains("<dt>People affected</dt><dd>At least 20</dd>"))
        #expect(page.html.contains("<dt>Still out</dt><dd>At least 20</dd>"))
        #expect(page.html.contains("are lower bounds"))
    }

    @Test(arguments: [
        "..", ".", "a/b//c", "50%", "%2F%00", "2.4.0?x=1&y=2#z", "2.4 beta", "\u{202E}0.4.2", "e\u{301}\u{301}", "é",
        "e\u{301}", "<b>\"'", "\\", String(repeating: "v", count: 128), "שלום",
    ])
    func `the link of a release survives any version`(version: String) async throws {
        let site = try await site()
        try await deliver([.failed], of: version, from: 0, to: site.acme)
        let grant: Grant<ReadEvents> = try site.acme.system.grant()
        let stored = try #require(
            try await site.acme.services.releases.page(PageRequest(), grant: grant).items.first?.record.version
        )
        let link = TenantPaths(site.acme.tenant.slug).release(stored)
        var browser = try await site.browser(of: site.vic)

        let list = try await browser.open("/t/acme/releases")
        let page = try await browser.open(link)

        #expect(list.html.utf8.containsSequence("<a href=\"\(link)\">".utf8))
        #expect(page.status == .ok)
        let title = StrictHTMLEscaping.escaped("Release \(VisibleText.escaped(stored))")
        #expect(page.html.utf8.containsSequence("<h1>\(title)</h1>".utf8))
        #expect(!page.html.unicodeScalars.contains("\u{202E}") && !page.html.utf8.containsSequence("<b>".utf8))
    }

    @Test(arguments: ["", "?version=", "?version=9.9.9", "?version=2.4.0%00", "?version=%FF", "?version=2.4.0%20"])
    func `a version that no release of the tenant has is not found`(query: String) async throws {
        let site = try await site()
        try await deliver([.failed], of: "2.4.0", from: 0, to: site.acme)
        try await deliver([.failed], of: "9.9.9", from: 10, to: site.globex)
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open(path + query)
        let long = try await browser.open("\(path)?version=\(String(repeating: "9", count: 200))")

        #expect(page.status == .notFound && page.html.contains("Release not found"))
        #expect(long.status == .notFound)
    }

    @Test func `the pages of releases are in French`() async throws {
        let site = try await site()
        try await deliver(Array(repeating: .failed, count: 6), of: "2.4.0", from: 0, to: site.acme)
        site.installation.clock.advance(by: .hours(2))
        try await deliver([.success], of: "2.5.0", from: 20, to: site.acme)
        var browser = try await site.browser(of: site.ada).inFrench

        let list = try await browser.open("/t/acme/releases")
        let page = try await browser.open("\(path)?version=2.5.0")

        try list.expectFrench("releases", "<h1>Versions</h1>", "1 résultat")
        try page.expectFrench("releases", "<h1>Version 2.5.0</h1>", "Codes disparus", "Personnes touchées", "100,0")
    }
}
