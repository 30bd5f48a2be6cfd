import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct OnboardingTests {
    @Test func `the set-up link makes the first operator, once`() async throws {
        let site = try await ConsoleSite()
        let link = try #require(try await site.services.onboarding.newSetupLink())
        var browser = site.browser
        let path = "/setup/\(link.text)"
        let page = try await browser.open(path)

        let answer = try await browser.send(
            path,
            on: page,
            ["name": "Olga", "email": "olga@example.com", "password": TestTenant.password]
        )
        let again = try await browser.send(
            path,
            on: page,
            ["name": "Mallory", "email": "m@example.com", "password": TestTenant.password]
        )

        #expect(answer.status == .seeOther)
        #expect(answer.location == "/sign-in")
        #expect(again.status == .conflict)
        try await browser.signIn("olga@example.com")
        #expect(try await browser.open("/tenants").status == .ok)
    }

    @Test func `an invalid set-up form is shown again and can be corrected`() async throws {
        let site = try await ConsoleSite()
        let link = try #require(try await site.services.onboarding.newSetupLink())
        var browser = site.browser
        let path = "/setup/\(link.text)"

        let wrong = try await browser.send(
            path,
            on: path,
            ["name": "Olga", "email": "olga@example.com", "password": "short"]
        )
        let right = try await browser.send(
            path,
            on: wrong,
            ["name": "Olga", "email": "olga@example.com", "password": TestTenant.password]
        )

        #expect(wrong.status == .unprocessableContent)
        #expect(wrong.html.contains("value=\"olga@example.com\""))
        #expect(!wrong.html.contains("short\""))
        #expect(right.status == .seeOther)
    }

    @Test(arguments: ["x", "gh_setup_AAAA", "gh_setup_" + String(repeating: "A", count: 64)])
    func `a made-up set-up link opens nothing`(link: String) async throws {
        let site = try await ConsoleSite()
        _ = try await site.services.onboarding.newSetupLink()
        var browser = site.browser

        let page = try await browser.open("/setup/\(link)")

        #expect(page.status == .notFound)
        #expect(!page.html.contains("type=\"password\""))
    }

    @Test func `an invitation lets one person in, once`() async throws {
        let site = try await ConsoleSite()
        let draft = UserAdministration.Draft(email: "ida@acme.example", name: "Ida", role: "on_call")
        let link = try await site.services.users.invite(draft, grant: site.acme.system.grant()).link
        var browser = site.browser
        let path = "/invitations/\(link.text)"
        let page = try await browser.open(path)

        let answer = try await browser.send(path, on: page, ["name": "Ida", "password": TestTenant.password])
        let again = try await browser.send(path, on: page, ["name": "Mallory", "password": "another good password"])

        #expect(page.html.contains("ida@acme.example"))
        #expect(answer.location == "/sign-in")
        #expect(again.status == .notFound)
        try await browser.signIn("ida@acme.example")
        #expect(try await browser.open("/t/acme/roles").status == .ok)
    }
}
