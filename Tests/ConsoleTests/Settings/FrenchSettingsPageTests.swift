import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebCore
@testable import WebFixtures

@Suite struct FrenchSettingsPageTests {
    @Test(arguments: [
        ("", "Connexion"), ("/sessions", "Paramètres des sessions"), ("/apple", "Se connecter avec Apple"),
        ("/texts", "Messages d’erreur personnalisés"), ("/new-people", "Métadonnées par défaut"),
    ])
    func `each page of settings is written in French`(path: String, heading: String) async throws {
        let site = try await ConsoleSite()
        try await site.acme.connectApple(["com.example.app"])
        var browser = try await site.browser(of: site.ada).inFrench

        let page = try await browser.open("/t/acme/settings\(path)")

        #expect(page.status == .ok)
        #expect(page.html.contains("<html lang=\"fr\""))
        #expect(page.heading == heading)
        #expect(try page.englishTexts(of: "settings") == [])
    }

    @Test(arguments: ["", "/sessions", "/apple"])
    func `settings without a form are written in French`(path: String) async throws {
        let site = try await ConsoleSite()
        try await site.acme.connectApple(["com.example.app"])
        _ = try await site.services.roles.create(
            name: "reader",
            .init(title: "Reader", rank: 20, permissions: ["console.enter", "settings.read"]),
            grant: site.acme.system.grant()
        )
        let rae = try await site.acme.add("Rae", role: #require(Role.Name("reader")))
        var browser = try await site.browser(of: rae).inFrench

        let page = try await browser.open("/t/acme/settings\(path)")

        #expect(page.form("/t/acme/settings\(path)") == nil)
        #expect(try page.englishTexts(of: "settings") == [])
    }

    @Test func `a conflict between two members is explained in French`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench
        let page = try await browser.open("/t/acme/settings")
        _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant()) {
            $0.signUp = .closed
        }

        let answer = try await browser.send(
            "/t/acme/settings",
            on: page,
            ["methods": "password", "sign_up": "invited", "dialect": "both", "secure_password_change": "on"]
        )

        #expect(answer.status == .conflict)
        #expect(answer.html.contains("Quelqu’un d’autre a modifié les paramètres"))
        #expect(answer.html.contains("désormais «\u{A0}Fermée\u{A0}», et «\u{A0}Sur invitation\u{A0}»"))
        #expect(try answer.englishTexts(of: "settings") == [])
    }

    @Test func `a time after sign-up is typed in its notation and listed in French`() async throws {
        let site = try await ConsoleSite()
        let path = "/t/acme/settings/new-people"
        var browser = try await site.browser(of: site.ada).inFrench

        let added = try await browser.send(path, on: path, ["name": "trial", "kind": "after", "value": "7 days"])
        let list = try await browser.open(path)
        let edit = try await browser.open("\(path)?name=trial")

        #expect(added.location == path)
        #expect(list.html.contains("7\u{A0}jours après l’inscription"))
        #expect(edit.html.contains("value=\"7 days\""))
        #expect(try list.englishTexts(of: "settings") == [])
    }

    @Test func `the result of a check with Apple is written in French`() async throws {
        let site = try await ConsoleSite()
        try await site.acme.connectApple(["com.example.app"])
        var browser = try await site.browser(of: site.ada).inFrench

        let page = try await browser.send("/t/acme/settings/apple/check", on: "/t/acme/settings/apple")

        #expect(page.status == .ok)
        #expect(page.html.contains("<strong>Apple n’a pas répondu.</strong>"))
        #expect(try page.englishTexts(of: "settings") == [])
    }
}
