import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

/// Where operators begin.
@Suite struct InstallationOverviewPageTests {
    private func deliver(
        _ outcome: Outcome,
        _ count: Int,
        to tenant: TestTenant
    ) async throws {
        try await tenant.deliver(
            (0..<count).map { number in
                var event = tenant.event(number, stage: .sessionStore, outcome: outcome, user: "user \(number)")
                if outcome != .failed { event.content.error = nil }
                return event
            }
        )
    }

    @Test func `an operator begins with one row for each tenant, the worst first`() async throws {
        let site = try await ConsoleSite()
        try await deliver(.success, 40, to: site.acme)
        try await deliver(.failed, 25, to: site.globex)
        var browser = try await site.operatorBrowser()

        #expect(try await browser.open("/").location == "/tenants")
        let page = try await browser.open("/tenants")

        #expect(page.status == .ok)
        #expect(page.html.contains("<strong>Sign-in has problems in Globex.</strong> 25 people are still out."))
        #expect(page.html.contains("Saving the session failed in 100.0% of 25 tries in the last 6 hours."))
        #expect(page.html.contains("aria-label=\"25 events in the last 6 hours, 25 failed\""))
        let globex = try #require(page.html.firstRange(of: "href=\"/t/globex/overview\">Globex</a>"))
        let acme = try #require(page.html.firstRange(of: "href=\"/t/acme/overview\">Acme</a>"))
        #expect(globex.lowerBound < acme.lowerBound)
        #expect(page.html.contains("href=\"/tenants/globex\" aria-label=\"Manage Globex\""))
        #expect(page.html.contains("<td class=\"num upto-s\">0.0%"))
    }

    @Test func `a new installation says what to do, and a suspended tenant has no state`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()

        let page = try await browser.open("/tenants")
        _ = try await browser.send("/tenants/globex/suspension", on: "/tenants/globex/suspension")
        let suspended = try await browser.open("/tenants")

        #expect(page.html.contains("No active tenant has events yet.") && page.html.contains(">No events yet</span>"))
        #expect(suspended.html.contains(">Suspended</span>"))
        #expect(suspended.html.contains("<a href=\"/tenants/globex\">Globex</a>"))
    }

    @Test func `beyond fifty tenants the others are listed by name`() async throws {
        let site = try await ConsoleSite()
        for number in 0..<50 {
            _ = try await site.installation.newTenant("tenant-\(number)")
        }
        var browser = try await site.operatorBrowser()

        let page = try await browser.open("/tenants")
        let byName = try await browser.open("/tenants?order=slug")

        #expect(page.html.contains("The worst 50 of 52 tenants.") && page.html.contains("/tenants?order=slug"))
        #expect(byName.html.contains("href=\"/tenants/acme\">Acme</a>"))
        #expect(byName.html.contains(#/href="/tenants\?order=slug&amp;cursor=[^"]+" rel="next"/#))
    }

    @Test func `a tenant's name is escaped`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()
        _ = try await browser.send("/tenants/globex/name", on: "/tenants/globex", ["name": "<b>Globex</b>"])
        try await deliver(.failed, 25, to: site.globex)

        let page = try await browser.open("/tenants")

        #expect(!page.html.contains("<b>Globex"))
        #expect(page.html.contains("Sign-in has problems in &lt;b&gt;Globex"))
    }

    @Test func `in French`() async throws {
        let site = try await ConsoleSite()
        try await deliver(.failed, 25, to: site.globex)
        var browser = try await site.operatorBrowser().inFrench

        let page = try await browser.open("/tenants")

        #expect(page.html.contains("La connexion a des problèmes dans Globex."))
        #expect(try page.englishTexts(of: "tenants") == [])
        #expect(try page.englishTexts(of: "overview") == [])
    }
}
