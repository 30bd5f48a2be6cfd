import Domain
import Fixtures
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

/// The pages of users, sessions and the search, for an administrator who reads French.
@Suite struct FrenchUserPageTests {
    @Test func `the list of users is in French`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench

        let list = try await browser.open("/t/acme/users?role=on_call&state=active&sort=last_seen")
        let none = try await browser.open("/t/acme/users?q=zzz")

        for page in [list, none] {
            try page.expectFrench("users", "<h1>Utilisateurs</h1>", "Tous les rôles", "Toutes les méthodes")
            try page.expectFrench("common")
        }
        #expect(list.html.contains("Rôle\u{A0}: Astreinte"))
        #expect(none.html.contains("Aucun utilisateur trouvé") && none.html.contains("«\u{A0}zzz\u{A0}»"))
    }

    @Test func `a user's page is in French`() async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue", role: .driver)
        for name in ["Sue’s iPhone", "Sue’s iPad"] { _ = try await site.acme.signIn(sue, device: Device(name: name)) }
        var browser = try await site.browser(of: site.ada).inFrench

        let page = try await browser.open("/t/acme/users/\(sue.id)")

        try page.expectFrench(
            "users",
            "Sue est connecté sur 2 appareils,",
            "2 actives",
            "Mettre fin à toutes les sessions",
            "Chauffeur",
            "(non vérifiée)"
        )
        try page.expectFrench("common")
    }

    @Test(arguments: [
        ("edit", "<h1>Modifier Sue</h1>"), ("disabling", "<h1>Désactiver Sue\u{202F}?</h1>"),
        ("deletion", "<h1>Supprimer Sue\u{202F}?</h1>"),
        ("sessions/ending", "<h1>Mettre fin à toutes les sessions de Sue\u{202F}?</h1>"),
    ])
    func `forms and questions about a user are in French`(path: String, title: String) async throws {
        let site = try await ConsoleSite()
        let sue = try await site.acme.add("Sue", role: .driver)
        _ = try await site.acme.signIn(sue)
        var browser = try await site.browser(of: site.ada).inFrench

        let page = try await browser.open("/t/acme/users/\(sue.id)/\(path)")

        try page.expectFrench("users", title)
        try page.expectFrench("common")
    }

    @Test func `an invitation is in French`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench

        let form = try await browser.open("/t/acme/invitations/new")
        let link = try await browser.send(
            "/t/acme/invitations",
            on: form,
            ["name": "Eve", "email": "eve@acme.example", "role": "partner"]
        )

        try form.expectFrench("users", "<h1>Inviter quelqu’un</h1>", "Créer l’invitation")
        try link.expectFrench("users", "<h1>Invitation pour Eve</h1>", "attribue le rôle Partenaire")
    }

    @Test func `the pages of sessions are in French`() async throws {
        let site = try await ConsoleSite()
        for name in ["Sue", "Tim"] { _ = try await site.acme.signIn(try await site.acme.add(name, role: .driver)) }
        var browser = try await site.browser(of: site.ada).inFrench

        let list = try await browser.open("/t/acme/sessions?kind=app")
        let none = try await browser.open("/t/acme/sessions?app_version=9")
        let question = try await browser.open("/t/acme/sessions/ending?kind=app")

        try list.expectFrench("sessions", "<h1>Sessions</h1>", "2 sur cette page, activité la plus récente d’abord")
        try none.expectFrench("sessions", "Aucune session trouvée", "Version de l’app\u{A0}: 9")
        try question.expectFrench("sessions", "<h1>Mettre fin à 2 sessions\u{202F}?</h1>", "d’un niveau supérieur")
        for page in [list, none, question] { try page.expectFrench("common") }
    }

    @Test func `the search is in French`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada).inFrench

        let empty = try await browser.open("/t/acme/find")
        let none = try await browser.open("/t/acme/find?q=zzz")
        let found = try await browser.open("/t/acme/find?q=ada")

        try empty.expectFrench("find", "Que cherchez-vous\u{202F}?")
        try none.expectFrench("find", "Aucun résultat pour «\u{A0}zzz\u{A0}»", "Rechercher dans les événements")
        try found.expectFrench("find", "Administrateur", "Afficher dans Utilisateurs")
        for page in [empty, none, found] { try page.expectFrench("common") }
    }
}
