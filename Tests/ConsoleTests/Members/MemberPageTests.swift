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

@Suite struct MemberPageTests {
    @Test func `the page lists only users with console access, by role`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.add("Carl")
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/members")

        #expect(page.html.contains("2 members have console access."))
        #expect(page.html.contains("vic@acme.example"))
        #expect(!page.html.contains("carl@acme.example"))
        #expect(page.html.contains("/t/acme/invitations/new?role=on_call"))
    }

    @Test func `the invitation begins with the role that was asked for`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let page = try await browser.open("/t/acme/invitations/new?role=on_call")

        #expect(page.html.contains("<option value=\"on_call\" selected>"))
    }

    @Test func `a role is changed and console access removed on the page`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let role = "/t/acme/members/\(site.vic.id)/role"
        let removal = "/t/acme/members/\(site.vic.id)/removal"
        let question = try await browser.open(removal)

        let changed = try await browser.send(role, on: "/t/acme/members", ["role": "admin"])
        let asAdmin = try await user(site.vic, site)
        let removed = try await browser.send(removal, on: question)

        #expect(changed.location == "/t/acme/members")
        #expect(asAdmin.role == .admin)
        #expect(question.html.contains("Remove Vic’s console access?"))
        #expect(removed.location == "/t/acme/members")
        #expect(try await user(site.vic, site).role == .customer)
    }

    private func user(_ user: User, _ site: ConsoleSite) async throws -> User {
        try await site.services.users.user(user.id, grant: site.acme.system.grant()).summary.user
    }

    @Test func `the last administrator is not removed, and an unknown role is not assigned`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.operatorBrowser()
        let members = try await browser.open("/t/acme/members")

        let removed = try await browser.send(
            "/t/acme/members/\(site.ada.id)/removal",
            on: "/t/acme/members/\(site.ada.id)/removal"
        )
        let odd = try await browser.send("/t/acme/members/\(site.vic.id)/role", on: members, ["role": "No such role"])

        #expect(removed.status == .conflict)
        #expect(odd.status == .unprocessableContent)
        #expect(odd.html.contains("The role was not changed."))
        #expect(try await user(site.ada, site).role == .admin)
    }

    @Test func `on-call members see the members and no buttons they lack permission for`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.vic)

        let page = try await browser.open("/t/acme/members")

        #expect(page.status == .ok)
        #expect(page.html.contains("ada@acme.example"))
        #expect(!page.html.contains("/removal"))
        #expect(!page.html.contains("/role\""))
        #expect(!page.html.contains("/invitations/new"))
        #expect(try await browser.open("/t/acme/members/\(site.ada.id)/removal").status == .forbidden)
    }

    @Test func `making a role that administers takes a recent password`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let form = try await browser.open("/t/acme/roles/new")
        site.installation.clock.advance(by: .minutes(11))

        let strong = try await browser.send(
            "/t/acme/roles",
            on: form,
            ["title": "Boss", "name": "boss", "rank": "90", "permissions": "keys.manage"]
        )
        let weak = try await browser.send(
            "/t/acme/roles",
            on: form,
            ["title": "Looker", "name": "looker", "rank": "20", "permissions": "users.read"]
        )

        #expect(strong.location?.hasPrefix("/proof?to=") == true)
        #expect(weak.location == "/t/acme/roles")
    }

    @Test func `the pages of the team are in French for a member who chose it`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench

        let list = try await browser.open("/t/acme/members")
        let removal = try await browser.open("/t/acme/members/\(site.vic.id)/removal")
        let odd = try await browser.send("/t/acme/members/\(site.vic.id)/role", on: list, ["role": "No such role"])

        try list.expectFrench("members", "<h1>Équipe</h1>", "2 membres ont accès à la console.", "Rôle\u{A0}: Vic")
        try removal.expectFrench("members", "Retirer à Vic l’accès à la console\u{202F}?")
        try odd.expectFrench("members", "Le rôle n’a pas été modifié.")
    }

    @Test func `no member is counted as none`() async throws {
        let site = try await ConsoleSite()
        let draft = RoleAdministration.Draft(title: "Reader", rank: 20, permissions: ["console.enter", "users.read"])
        _ = try await site.services.roles.create(name: "reader", draft, grant: site.acme.system.grant())
        var browser = try await site.browser(of: site.ada)

        #expect(try await browser.open("/t/acme/members").html.contains("no members · read-only"))
        var french = browser.inFrench
        #expect(try await french.open("/t/acme/members").html.contains("aucun membre · lecture seule"))
    }
}
