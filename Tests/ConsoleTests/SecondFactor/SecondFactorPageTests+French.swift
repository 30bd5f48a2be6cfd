import Fixtures
import HTTPTypes
import Testing

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

extension SecondFactorPageTests {
    @Test func `the pages of the second factor are in French`() async throws {
        let site = try await ConsoleSite()
        var first = try await site.browser(of: site.ada).inFrench
        let new = try await first.open(Self.page)
        let wrong = try await first.send(Self.page, on: new, ["code": "000000"])
        let (_, codes) = try await setUp(&first, site)
        let on = try await first.open(Self.page)
        let proof = try await first.open("/proof")
        var browser = site.browser.inFrench
        let password = try await browser.send(
            "/sign-in",
            on: "/sign-in",
            ["email": "ada@acme.example", "password": TestTenant.password]
        )
        let code = try await browser.open(try #require(password.location))

        let area = "second-factor"
        try new.expectFrench(area, "<title>Authentification à deux facteurs", "Activer", "Code QR pour une application")
        #expect(wrong.status == .unprocessableContent)
        try wrong.expectFrench("forms", "1 champ à corriger", "Ce code est incorrect.")
        try codes.expectFrench(area, "<title>Codes de secours", "Je les ai enregistrés")
        try on.expectFrench(area, "est activée", "10 restants", "Désactiver", "Créer de nouveaux codes de secours")
        try proof.expectFrench(area, "<title>Confirmez votre identité", "date de plus de 10 minutes", "Continuer")
        try code.expectFrench(area, "<title>Saisissez votre code", "Recommencer", "Se connecter")
    }
}
