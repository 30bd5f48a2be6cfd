import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct RolePageTests {
    private static let support = RoleAdministration.Draft(
        title: "Support",
        rank: 40,
        permissions: ["console.enter", "users.read"]
    )

    private func makeSupport(_ site: ConsoleSite) async throws {
        _ = try await site.services.roles.create(name: "support", Self.support, grant: site.acme.system.grant())
    }

    private func role(_ name: Role.Name, _ site: ConsoleSite) async throws -> Role? {
        try await site.services.roles.all(grant: site.acme.system.grant()).first { $0.role.name == name }?.role
    }

    @Test func `a role is created with the ticked permissions`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send(
            "/t/acme/roles",
            on: "/t/acme/roles/new",
            [
                "title": "Support", "name": "support", "rank": "40", "permissions": "users.read",
                "permissions": "sessions.read",
            ]
        )

        let made = try await role(#require(Role.Name("support")), site)
        #expect(answer.location == "/t/acme/roles")
        #expect(made?.permissions == [.readUsers, .readSessions])
        let role = try await browser.open("/t/acme/roles/support")
        #expect(role.html.contains("Not assigned to anyone."))
        #expect(role.html.contains("/t/acme/roles/support/edit"))
        #expect(try await browser.open("/t/acme/roles/admin").html.contains("Built-in"))
        #expect(try await browser.open("/t/acme/roles/nobody").status == .notFound)
        #expect(try await browser.open("/t/acme/roles").html.contains("/t/acme/roles/support/edit"))
    }

    @Test(
        arguments: [
            (["title": "", "name": "support", "rank": "40"], "Required."),
            (["title": "Support", "name": "Sup port", "rank": "40"], "lower-case letters"),
            (["title": "Support", "name": "support", "rank": "101"], "from 0 to 100"),
            (["title": "Support", "name": "support", "rank": "high"], "whole number"),
            (["title": "Support", "name": "support", "rank": "40", "permissions": "tenants.manage"], "Choose one of"),
            (["title": "Support", "name": "admin", "rank": "40"], "Another role has this name"),
        ] as [(KeyValuePairs<String, String>, String)]
    )
    func `a role that cannot be is asked for again, with what was typed`(
        fields: KeyValuePairs<String, String>,
        sentence: String
    ) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send("/t/acme/roles", on: "/t/acme/roles/new", fields)

        #expect([409, 422].contains(answer.status.code))
        #expect(answer.html.contains(sentence))
        for (name, value) in fields where name != "permissions" { #expect(answer.html.contains("value=\"\(value)\"")) }
    }

    @Test func `a role is changed, and deleted once it has no users`() async throws {
        let site = try await ConsoleSite()
        try await makeSupport(site)
        var browser = try await site.browser(of: site.ada)
        let form = try await browser.open("/t/acme/roles/support/edit")

        let saved = try await browser.send(
            "/t/acme/roles/support/edit",
            on: form,
            ["title": "Help", "rank": "41", "permissions": "users.read"]
        )
        let changed = try await role(#require(Role.Name("support")), site)
        let deleted = try await browser.send("/t/acme/roles/support/deletion", on: "/t/acme/roles/support/deletion")

        #expect(form.html.contains("value=\"users.read\" checked"))
        #expect(saved.location == "/t/acme/roles")
        #expect(changed?.title == "Help")
        #expect(changed?.rank == 41)
        #expect(deleted.location == "/t/acme/roles")
        #expect(try await role(#require(Role.Name("support")), site) == nil)
    }

    @Test func `a role with users is not deleted`() async throws {
        let site = try await ConsoleSite()
        try await makeSupport(site)
        var browser = try await site.browser(of: site.ada)
        let question = try await browser.open("/t/acme/roles/support/deletion")
        try await site.acme.add("Sue", role: #require(Role.Name("support")))

        let answer = try await browser.send("/t/acme/roles/support/deletion", on: question)

        #expect(answer.status == .conflict)
        #expect(answer.html.contains("Assign them another role first."))
        #expect(try await role(#require(Role.Name("support")), site) != nil)
    }

    @Test(arguments: ["admin", "nobody", "Not%20a%20name"])
    func `a built-in or unknown role has no page to change it`(name: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        #expect(try await browser.open("/t/acme/roles/\(name)/edit").status == .notFound)
        #expect(try await browser.open("/t/acme/roles/\(name)/deletion").status == .notFound)
    }

    @Test func `a member cannot grant permissions they lack, and the attempt is audited`() async throws {
        let site = try await ConsoleSite()
        let draft = RoleAdministration.Draft(
            title: "Role keeper",
            rank: 50,
            permissions: ["console.enter", "roles.read", "roles.manage", "users.read"]
        )
        _ = try await site.services.roles.create(name: "keeper", draft, grant: site.acme.system.grant())
        let kim = try await site.acme.add("Kim", role: #require(Role.Name("keeper")))
        var browser = try await site.browser(of: kim)
        let page = try await browser.open("/t/acme/roles/new")

        let tooMuch = try await browser.send(
            "/t/acme/roles",
            on: page,
            ["title": "Boss", "name": "boss", "rank": "40", "permissions": "keys.manage"]
        )
        let tooHigh = try await browser.send(
            "/t/acme/roles",
            on: page,
            ["title": "Boss", "name": "boss", "rank": "90"]
        )

        #expect(!page.html.contains("value=\"keys.manage\""))
        #expect(tooMuch.status == .forbidden)
        #expect(tooHigh.status == .forbidden)
        #expect(tooHigh.html.contains("value=\"Boss\""))
        #expect(try await role(#require(Role.Name("boss")), site) == nil)
        #expect(try await site.audit().filter { $0.action == .denied }.count == 2)
    }

    @Test func `a member who may only read roles is offered no changes, and attempts are denied and audited`()
        async throws
    {
        let site = try await ConsoleSite()
        try await makeSupport(site)
        var admin = try await site.browser(of: site.ada)
        var browser = try await site.browser(of: site.vic)
        let page = try await browser.open("/t/acme/roles")
        let token = try #require(try await admin.open("/t/acme/roles/new").form("/t/acme/roles")?.token)

        let form = try await browser.open("/t/acme/roles/new")
        let foreignToken = try await browser.post(
            "/t/acme/roles",
            hidden: [("csrf", token)],
            ["title": "X", "name": "x", "rank": "1"]
        )
        let ownToken = site.console.tokens.token(for: "/t/acme/roles", holder: try #require(browser.cookies["gh"]))
        let answer = try await browser.post(
            "/t/acme/roles",
            hidden: [("csrf", ownToken)],
            ["title": "X", "name": "x", "rank": "1"]
        )

        #expect(page.status == .ok)
        #expect(!page.html.contains("/edit"))
        #expect(!page.html.contains("/deletion"))
        #expect(!page.html.contains("/t/acme/roles/new"))
        #expect(form.status == .forbidden)
        #expect(foreignToken.status == .forbidden)
        #expect(answer.status == .forbidden)
        let rejections = try await site.audit().filter { $0.action == .denied }
        #expect(rejections.count == 1)
        #expect(rejections.first?.changes.first?.after == "POST /t/{tenant}/roles")
    }

    @Test func `the pages of roles are in French for a member who chose it`() async throws {
        let site = try await ConsoleSite()
        try await makeSupport(site)
        try await site.acme.add("Sue", role: #require(Role.Name("support")))
        var browser = try await site.browser(of: site.ada).inFrench

        let list = try await browser.open("/t/acme/roles")
        let role = try await browser.open("/t/acme/roles/support")
        let new = try await browser.open("/t/acme/roles/new")
        let edit = try await browser.open("/t/acme/roles/support/edit")
        let deletion = try await browser.open("/t/acme/roles/support/deletion")

        try list.expectFrench(
            "roles",
            "<h1>Rôles</h1>",
            "Modifier les paramètres",
            "Personnalisé",
            "Support\u{A0}: oui"
        )
        try role.expectFrench("roles", "Attribué à 1 personne. Lecture seule.", "40 sur 100")
        try new.expectFrench("roles", "<h1>Créer un rôle</h1>", "Un nouveau rôle n’est attribué à personne.")
        try edit.expectFrench("roles", "Modifier «\u{A0}Support\u{A0}»", "1 personne a ce rôle.")
        try deletion.expectFrench("roles", "Supprimer le rôle «\u{A0}Support\u{A0}»\u{202F}?", "Attribuez-lui d’abord")
    }

    @Test func `a count of users has its plural in both languages`() async throws {
        let site = try await ConsoleSite()
        try await makeSupport(site)
        for name in ["Sue", "Sam"] { try await site.acme.add(name, role: #require(Role.Name("support"))) }
        var browser = try await site.browser(of: site.ada)
        var french = browser.inFrench
        let path = "/t/acme/roles/support"

        #expect(try await browser.open(path).html.contains("Assigned to 2 people. Read-only."))
        #expect(try await browser.open("\(path)/edit").html.contains("2 people have this role. Changes apply"))
        #expect(try await browser.open("\(path)/deletion").html.contains("2 people still have this role."))
        #expect(try await french.open(path).html.contains("Attribué à 2 personnes."))
        #expect(try await french.open("\(path)/edit").html.contains("2 personnes ont ce rôle."))
    }
}
