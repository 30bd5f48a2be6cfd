import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

@Suite struct KeyPageTests {
    @Test func `a new key is shown once, and its hint afterwards`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let created = try await browser.send("/t/acme/keys", on: "/t/acme/keys", ["name": "iOS app", "kind": "ingest"])
        let list = try await browser.open("/t/acme/keys")

        let key = try #require(created.html.firstMatch(of: #/value="(gh_ik_[A-Za-z0-9_-]{64})"/#)).1
        #expect(created.status == .ok)
        #expect(!list.html.contains(key))
        #expect(list.html.contains("gh_ik_…\(key.suffix(4))"))
        #expect(list.html.contains("iOS app"))
        #expect(try await site.services.authenticator.key(String(key), .ingest) != nil)
    }

    @Test(arguments: [
        ("", "secret", "Required."), ("A name", "golden", "Choose one of"), ("A name", "", "Required."),
    ])
    func `a key that cannot be is asked for again`(name: String, kind: String, sentence: String) async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)

        let answer = try await browser.send("/t/acme/keys", on: "/t/acme/keys", ["name": name, "kind": kind])

        #expect(answer.status == .unprocessableContent)
        #expect(answer.html.contains(sentence))
        #expect(answer.html.contains("value=\"\(name)\""))
    }

    @Test func `a key is revoked after a question, and its next request is refused`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let (key, text) = try await site.services.keys.create(
            kind: .secret,
            name: "Back end",
            grant: site.acme.system.grant()
        )
        let path = "/t/acme/keys/\(key.id)/revocation"
        let question = try await browser.open(path)

        #expect(try await site.services.authenticator.key(text.text, .secret) != nil)
        let answer = try await browser.send(path, on: question)

        #expect(question.html.contains("Revoke “Back end”?"))
        #expect(answer.location == "/t/acme/keys")
        #expect(try await site.services.authenticator.key(text.text, .secret) == nil)
        #expect(try await browser.open("/t/acme/keys").html.contains("Key revoked."))
    }

    @Test func `a key of another tenant is not found`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let foreign = try await site.services.keys.create(
            kind: .secret,
            name: "Theirs",
            grant: site.globex.system.grant()
        ).key
        let path = "/t/acme/keys/\(foreign.id)/revocation"

        #expect(try await browser.open(path).status == .notFound)
        #expect(try await browser.open("/t/acme/keys/not-an-id/revocation").status == .notFound)
        #expect(!(try await browser.open("/t/acme/keys")).html.contains("Theirs"))
    }

    @Test func `an on-call member sees no keys`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.vic)

        #expect(try await browser.open("/t/acme/keys").status == .forbidden)
        #expect(!(try await browser.open("/t/acme/roles")).html.contains("/t/acme/keys"))
    }

    @Test func `a member without a secret key's permissions is not offered one, and attempts are audited`() async throws
    {
        let site = try await ConsoleSite()
        let draft = RoleAdministration.Draft(
            title: "Keeper",
            rank: 50,
            permissions: ["console.enter", "keys.read", "keys.manage"]
        )
        _ = try await site.services.roles.create(name: "keeper", draft, grant: site.acme.system.grant())
        let kim = try await site.acme.add("Kim", role: #require(Role.Name("keeper")))
        var browser = try await site.browser(of: kim)
        let page = try await browser.open("/t/acme/keys")

        let rejected = try await browser.send("/t/acme/keys", on: page, ["name": "Mine", "kind": "secret"])
        let created = try await browser.send("/t/acme/keys", on: page, ["name": "App", "kind": "ingest"])

        #expect(page.html.contains("value=\"ingest\"") && !page.html.contains("value=\"secret\""))
        #expect(rejected.status == .forbidden)
        #expect(rejected.html.contains("<a href=\"#field-kind\">") && rejected.html.contains("value=\"Mine\""))
        #expect(created.status == .ok)
        #expect(try await site.audit().count { $0.action == .denied } == 1)
    }

    @Test func `the pages of keys are in French for a member who chose it`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench
        let key = try await site.services.keys.create(kind: .secret, name: "Paie", grant: site.acme.system.grant()).key

        let list = try await browser.open("/t/acme/keys")
        let created = try await browser.send("/t/acme/keys", on: list, ["name": "App iOS", "kind": "ingest"])
        let question = try await browser.open("/t/acme/keys/\(key.id)/revocation")

        try list.expectFrench("keys", "<h1>Clés d’API</h1>", "Secrète", "Créer la clé")
        try created.expectFrench("keys", "<h1>Clé d’API créée</h1>", "Clé d’ingestion", "Essayer\u{A0}: envoyer")
        try question.expectFrench("keys", "Révoquer «\u{A0}Paie\u{A0}»\u{202F}?")
    }

    @Test func `a key that is denied is asked for again, with what was typed`() async throws {
        let site = try await ConsoleSite()
        let draft = RoleAdministration.Draft(
            title: "Keeper",
            rank: 50,
            permissions: ["console.enter", "keys.read", "keys.manage"]
        )
        _ = try await site.services.roles.create(name: "keeper", draft, grant: site.acme.system.grant())
        let kim = try await site.acme.add("Kim", role: #require(Role.Name("keeper")))
        var browser = try await site.browser(of: kim)

        let rejected = try await browser.send("/t/acme/keys", on: "/t/acme/keys", ["name": "Mine", "kind": "secret"])

        #expect(rejected.status == .forbidden)
        #expect(rejected.html.contains("value=\"Mine\"") && rejected.html.contains("Access denied"))
    }
}
