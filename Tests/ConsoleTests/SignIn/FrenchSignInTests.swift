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

@Suite struct FrenchSignInTests {
    @Test func `the sign-in page and its errors are in French`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser.inFrench
        let page = try await browser.open("/sign-in")

        let wrong = try await browser.send("/sign-in", on: page, ["email": "ada@acme.example", "password": "a guess"])
        let invalid = try await browser.send("/sign-in", on: page, ["email": "ada", "password": "a guess"])

        try page.expectFrench("sign-in", "<title>Connexion", "Mot de passe", "Seulement si vous appartenez à plusieurs")
        #expect(wrong.status == .unauthorized)
        try wrong.expectFrench("sign-in", "E-mail ou mot de passe incorrect.")
        #expect(invalid.status == .unprocessableContent)
        try invalid.expectFrench("forms", "1 champ à corriger", "Ce n’est pas une adresse e-mail")
    }

    @Test func `a throttled sign-in says in French how long to wait, and keeps the form`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser.inFrench
        let page = try await browser.open("/sign-in")
        var answer = page

        for _ in 0..<11 {
            answer = try await browser.send(
                "/sign-in",
                on: page,
                ["email": "ada@acme.example", "password": "a wrong guess"]
            )
        }

        #expect(answer.status == .tooManyRequests)
        #expect(answer.form("/sign-in") != nil)
        try answer.expectFrench("errors", "Trop de requêtes", "Réessayez dans ")
    }

    @Test func `the set-up link and its form are in French`() async throws {
        let site = try await ConsoleSite()
        let link = try #require(try await site.services.onboarding.newSetupLink())
        var browser = site.browser.inFrench
        let path = "/setup/\(link.text)"

        let page = try await browser.open(path)
        let wrong = try await browser.send(
            path,
            on: page,
            ["name": "Olga", "email": "olga@example.com", "password": "short"]
        )
        let gone = try await browser.open("/setup/x")

        try page.expectFrench("sign-in", "<title>Configuration", "Votre nom", "Au moins 8 caractères.")
        #expect(wrong.status == .unprocessableContent)
        try wrong.expectFrench("forms", "Mot de passe\u{A0}: Au moins 8 caractères.")
        try gone.expectFrench("errors", "Lien de configuration introuvable")
    }

    @Test func `an invitation is in French, with the role's name`() async throws {
        let site = try await ConsoleSite()
        let member = UserAdministration.Draft(email: "ida@acme.example", name: "Ida", role: "on_call")
        let customer = UserAdministration.Draft(email: "cleo@acme.example", name: "Cleo", role: "customer")
        let link = try await site.services.users.invite(member, grant: site.acme.system.grant()).link
        let appLink = try await site.services.users.invite(customer, grant: site.acme.system.grant()).link
        var browser = site.browser.inFrench
        let path = "/invitations/\(appLink.text)"

        let page = try await browser.open("/invitations/\(link.text)")
        let joined = try await browser.send(path, on: path, ["name": "Cleo", "password": TestTenant.password])

        try page.expectFrench("sign-in", "<title>Rejoindre ", "avec le rôle Astreinte pour", "ida@acme.example")
        try joined.expectFrench("sign-in", "Votre compte est prêt", "Retournez dans l’application")
    }

    @Test func `the page before Apple's and its errors are in French`() async throws {
        let site = try await ConsoleSite()
        var browser = site.browser.inFrench

        let page = try await browser.open("/sign-in/apple")
        let unknown = try await browser.send("/sign-in/apple", on: page, ["tenant": "nowhere"])

        try page.expectFrench("sign-in", "<title>Se connecter avec Apple", "Son slug, comme acme.")
        #expect(unknown.status == .unprocessableContent)
        try unknown.expectFrench("forms", "La connexion avec Apple n’est pas disponible pour cet espace.")
    }

    @Test func `a member without access reads it in French`() async throws {
        let site = try await ConsoleSite()
        let name = try #require(Role.Name("clerk"))
        _ = try await site.services.roles.create(
            name: "clerk",
            RoleAdministration.Draft(title: "Clerk", rank: 10, permissions: ["console.enter"]),
            grant: site.acme.system.grant()
        )
        var browser = try await site.browser(of: site.acme.add("Cleo", role: name)).inFrench

        try await browser.open("/t/acme").expectFrench(
            "start",
            "<title>Pas encore d’accès",
            "votre rôle Clerk ne permet"
        )
    }

    @Test func `the language that a user chooses is that of the next page`() async throws {
        let site = try await ConsoleSite()
        var browser = try await site.browser(of: site.ada)
        let page = try await browser.open("/account/second-factor")

        let form = try await browser.open("/t/acme/roles")
        let answer = try await browser.send("/language", on: form, ["language": "fr"])
        let french = try await browser.open("/account/second-factor")

        #expect(answer.location == "/t/acme/roles")
        #expect(page.html.contains("Set up two-factor authentication"))
        try french.expectFrench("second-factor", "Configurer l’authentification à deux facteurs")
    }
}
