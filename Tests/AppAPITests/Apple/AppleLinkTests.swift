import Domain
import FakeApple
import Fixtures
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// The Apple account status of a user, as administrators see it.
@Suite struct AppleLinkTests {
    private func link(in app: AppleApp) async throws -> AppleLink? {
        let user = try #require(try await app.users().first)
        return try await app.acme.services.apple.link(of: user.id, grant: app.acme.system.grant())
    }

    /// As the page says it: `term: text`.
    private func shown(
        _ link: AppleLink?,
        in app: AppleApp,
        email: String? = nil
    ) throws -> (badge: String, facts: [String: String]) {
        let clock = PageClock(now: app.clock.now, zone: .utc, texts: TestTexts.english)
        let view = AppleLinkView(
            try #require(link),
            linked: app.clock.now - .days(3),
            email: email.flatMap { EmailAddress($0) },
            clock,
            TestTexts.english
        )
        return (
            view.badge.text,
            Dictionary(view.facts.map { ($0.term, $0.text ?? $0.time?.text ?? "") }) { first, _ in first }
        )
    }

    @Test func `a user who signed in with a code is checked daily, and the page shows the last confirmation`()
        async throws
    {
        let app = try await AppleApp()
        _ = try await app.enter()
        let began = try await link(in: app)
        try await app.turn(after: .hours(30))

        let now = try await link(in: app)

        #expect(began?.confirmedAt.map { $0 < app.clock.now } == true)
        #expect(now?.confirmedAt == app.clock.now)
        let page = try shown(now, in: app)
        #expect(page.badge == "Linked")
        #expect(page.facts["Last verified"] == "just now")
        #expect(page.facts["Email relay"] == nil)
    }

    @Test func `without a code there is no token to ask about`() async throws {
        let app = try await AppleApp()
        _ = try await app.signIn(try app.token())

        let page = try shown(try await link(in: app), in: app)

        #expect(page.facts["Last verified"]?.hasPrefix("Not verified") == true)
    }

    @Test func `a right that was taken away is shown until the person comes back`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        app.clock.advance(by: .minutes(5))
        _ = try await app.notify(try app.notice("consent-revoked"))
        let gone = try await link(in: app)
        app.clock.advance(by: .minutes(5))
        _ = try await app.signIn(try app.token())
        let back = try await link(in: app)

        #expect(try shown(gone, in: app).badge == "Authorization revoked")
        #expect(try shown(gone, in: app).facts["Authorization revoked"] == "5 min ago")
        #expect(try shown(back, in: app).badge == "Linked")
        #expect(try shown(back, in: app).facts["Authorization revoked"] == nil)
    }

    @Test func `a right whose loss the daily question brought to light is shown as taken away`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        app.apple.withdrawConsent(of: app.ada, teamID: app.team.teamID)
        try await app.turn(after: .hours(30))

        let page = try shown(try await link(in: app), in: app)

        #expect(page.badge == "Authorization revoked")
        #expect(page.facts["Last verified"]?.hasPrefix("Not verified") == true)
    }

    @Test func `stopped relay email is shown, with and without a relay address`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        let before = try shown(try await link(in: app), in: app, email: "x1@privaterelay.appleid.com")
        app.clock.advance(by: .minutes(5))
        _ = try await app.notify(try app.notice("email-disabled"))

        let after = try shown(try await link(in: app), in: app)

        #expect(before.facts["Email relay"] == "On, as far as Apple has reported")
        #expect(after.facts["Email relay"]?.hasPrefix("Turned off by the user") == true)
    }

    @Test func `a tenant in privacy mode stores no relay status`() async throws {
        let app = try await AppleApp { $0.isAnonymous = true }
        _ = try await app.enter()
        app.clock.advance(by: .minutes(5))
        _ = try await app.notify(try app.notice("email-disabled"))

        let found = try #require(try await link(in: app))

        #expect(found.accountStatus.forwardsMail == nil && found.accountStatus.mailChangedAt == nil)
        #expect(try shown(found, in: app).facts["Email relay"] == nil)
    }

    @Test func `users of another tenant, and users without Apple, have no link`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        let user = try #require(try await app.users().first)
        let karl = try await app.acme.add("Karl")

        let globex = app.server.globex
        #expect(try await globex.services.apple.link(of: user.id, grant: globex.system.grant()) == nil)
        #expect(try await app.acme.services.apple.link(of: karl.id, grant: app.acme.system.grant()) == nil)
    }
}
