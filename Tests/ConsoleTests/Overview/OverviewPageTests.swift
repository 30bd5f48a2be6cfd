import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct OverviewPageTests {
    private let path = "/t/acme/overview"

    /// Delivers the steps that the app reports.
    private func deliver(
        _ outcome: Outcome,
        _ count: Int,
        from first: Int,
        at stage: Stage = .sessionStore,
        system: String = "18.2",
        to tenant: TestTenant
    ) async throws {
        try await tenant.deliver(
            (0..<count).map { number in
                var event = tenant.event(first + number, stage: stage, outcome: outcome, user: "user \(number)")
                event.content.texts[.osVersion] = system
                if outcome != .failed { event.content.error = nil }
                return event
            }
        )
    }

    @Test func `a tenant begins with what fails, for whom, and what to open`() async throws {
        let site = try await ConsoleSite()
        try await deliver(.success, 40, from: 0, system: "17.6", to: site.acme)
        try await deliver(.failed, 25, from: 100, to: site.acme)
        try await deliver(.success, 60, from: 200, at: .tokenExchange, to: site.acme)
        var vic = try await site.browser(of: site.vic)

        #expect(try await vic.open("/t/acme").location == path)
        let page = try await vic.open(path)

        #expect(page.status == .ok && page.html.contains("<h1>Overview</h1>"))
        #expect(page.html.contains("Saving the session failed in 38.5% of 65 tries in the last 6 hours."))
        #expect(page.html.contains("100.0% of the failed tries have OS version 18.2; of those that succeed, 0.0%."))
        #expect(page.html.contains("25 people affected, 25 still out."))
        #expect(page.html.contains("Open failure</a>") && page.html.contains("class=\"histogram\""))
        #expect(page.html.contains("href=\"/t/acme/events?range=6h&amp;source=client&amp;stage=session-store\""))
        #expect(page.html.contains("−25 (38.5%)") && page.html.contains("class=\"sparkline\""))
        #expect(page.html.contains("Release 2.4.0 first seen"))
        #expect(page.html.contains("- People affected: 25 (By open failures in the last 24 hours)"))
    }

    @Test(arguments: ["1h", "6h", "24h", "7d"])
    func `the range is in the address, and a wrong one is that of six hours`(range: String) async throws {
        let site = try await ConsoleSite()
        try await deliver(.success, 3, from: 0, to: site.acme)
        var vic = try await site.browser(of: site.vic)

        let page = try await vic.open("\(path)?range=\(range)")
        let wrong = try await vic.open("\(path)?range=soon")

        let current = range == "6h" ? path : "\(path)?range=\(range)"
        #expect(page.html.contains("href=\"\(current)\" aria-current=\"true\""))
        #expect(wrong.status == .ok && wrong.html.contains("href=\"\(path)\" aria-current=\"true\""))
    }

    @Test func `few sign-ins are not called normal`() async throws {
        let site = try await ConsoleSite()
        try await deliver(.success, 3, from: 0, at: .tokenExchange, to: site.acme)
        var ada = try await site.browser(of: site.ada)

        let page = try await ada.open(path)

        #expect(page.html.contains("No failure stands out."))
        #expect(page.html.contains("too few to say more."))
        #expect(page.html.contains("No failure is open."))
    }

    @Test func `a new tenant has its first steps, which someone may take who has the permission`() async throws {
        let site = try await ConsoleSite()
        var ada = try await site.browser(of: site.ada)
        var vic = try await site.browser(of: site.vic)

        let page = try await ada.open(path)
        let read = try await vic.open(path)

        #expect(page.html.contains("No app has sent an event yet.") && page.html.contains("/ingest/v1/events"))
        #expect(page.html.contains("href=\"/t/acme/keys\">Create an API key</a>"))
        #expect(page.html.contains("href=\"/t/acme/users/new\">Create a user</a>"))
        #expect(!page.html.contains("Success rate"))
        #expect(!read.html.contains("Create an API key"))
        try await site.acme.add("Cy")
        #expect(try await ada.open(path).html.contains(">Done</span>"))
        try await deliver(.success, 1, from: 0, to: site.acme)
        #expect(try await ada.open(path).html.contains("Success rate"))
    }

    @Test func `someone without the permission to read events is refused`() async throws {
        let site = try await ConsoleSite()
        _ = try await site.services.roles.create(
            name: "clerk",
            RoleAdministration.Draft(title: "Clerk", rank: 10, permissions: ["console.enter", "users.read"]),
            grant: site.acme.system.grant()
        )
        let role = try #require(Role.Name("clerk"))
        var browser = try await site.browser(of: site.acme.add("Cleo", role: role))

        #expect(try await browser.open(path).status == .forbidden)
        #expect(try await browser.open("/t/globex/overview").status == .notFound)
    }

    @Test func `text of an app is escaped in the verdict`() async throws {
        let site = try await ConsoleSite()
        try await deliver(.success, 40, from: 0, system: "17.6", to: site.acme)
        try await deliver(.failed, 25, from: 100, system: "<b>\u{202E}1", to: site.acme)
        var vic = try await site.browser(of: site.vic)

        let page = try await vic.open(path)

        #expect(page.html.contains("of the failed tries have OS version &lt;b&gt;"))
        #expect(!page.html.contains("<b>") && !page.html.unicodeScalars.contains("\u{202E}"))
    }

    @Test func `the overview is in French`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench
        let new = try await browser.open(path)
        try await deliver(.success, 40, from: 0, system: "17.6", to: site.acme)
        try await deliver(.failed, 25, from: 100, to: site.acme)

        let page = try await browser.open(path)

        try new.expectFrench("overview", "Premiers pas", "Aucune app")
        try page.expectFrench("overview", "<h1>Vue d’ensemble</h1>", "Personnes touchées", "Du bouton à la session")
    }
}
