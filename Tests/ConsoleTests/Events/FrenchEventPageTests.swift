import Domain
import Fixtures
import HTTPTypes
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

/// The pages of events, for a member who reads French.
@Suite struct FrenchEventPageTests {
    private func frenchBrowser(_ events: (ConsoleSite) -> [DecodedEvent]) async throws -> ConsoleBrowser {
        let site = try await ConsoleSite()
        let sent = events(site)
        if !sent.isEmpty { try await site.acme.deliver(sent) }
        return try await site.browser(of: site.vic).inFrench
    }

    private func dayOfEvents(_ site: ConsoleSite) -> [DecodedEvent] {
        [
            site.acme.event(1), site.acme.event(2, stage: .refresh, message: "Gone", ago: .hours(3)),
            site.acme.event(3, outcome: .success, user: site.ada.id.description),
        ]
    }

    @Test func `the list of events is in French`() async throws {
        var browser = try await frenchBrowser(dayOfEvents)

        let page = try await browser.open("/t/acme/events")

        try page.expectFrench(
            "events",
            "<h1>2 en échec sur 3 événements</h1>",
            "au cours des 24 dernières heures · le plus fréquent\u{A0}: keychain.locked (2 sur 2)",
            "3 événements par résultat, d",
            "les 7 derniers jours",
            "Toutes les étapes",
            "Client et serveur",
            "<strong>keychain.locked</strong> <span class=\"muted\">client",
            "Échec <span class=\"num\">2</span>",
            "Afficher en tableau"
        )
        try page.expectFrench("common", "3 sur cette page, par date décroissante")
    }

    @Test(arguments: [
        (
            "stage=session-store&outcome=failed&source=client&app_version=2.4.0&q=keychain",
            [
                "<h1>1 événement en échec</h1>", "Étape\u{A0}: Enregistrement de la session", "Résultat\u{A0}: Échec",
                "Source\u{A0}: Client", "Version de l’app\u{A0}: 2.4.0", "«\u{A0}keychain\u{A0}»",
            ]
        ),
        ("outcome=skipped", ["<h1>Aucun événement trouvé</h1>", "Supprimez un filtre", "Voir tous les événements"]),
        (
            "from=2026-11-21T05%3A00Z&to=2026-11-21T07%3A00Z",
            ["<h1>1 en échec sur 1 événement</h1>", "le 21\u{A0}nov., de 05:00 à 07:00"]
        ),
        ("from=2026-11-20T05%3A00Z&to=2026-11-21T07%3A00Z", ["du 20\u{A0}nov. à 05:00 au 21\u{A0}nov. à 07:00"]),
    ])
    func `the filters are in French`(query: String, texts: [String]) async throws {
        var browser = try await frenchBrowser(dayOfEvents)

        let page = try await browser.open("/t/acme/events?\(query)")

        try page.expectFrench("events")
        for text in texts { #expect(page.html.contains(text), "\(text)") }
        try page.expectFrench("common")
    }

    @Test(arguments: [
        ("range=1h", ["Aucun événement sur cette période", "Voir les 30 derniers jours"]),
        ("range=30d", ["Aucun événement pour le moment", "avec la clé d’ingestion."]),
    ])
    func `a page without events is in French`(query: String, texts: [String]) async throws {
        var browser = try await frenchBrowser { _ in [] }

        let page = try await browser.open("/t/acme/events?\(query)")

        try page.expectFrench("events", "<h1>Aucun événement</h1>")
        for text in texts { #expect(page.html.contains(text), "\(text)") }
    }

    @Test func `the problems of a search are in French`() async throws {
        var browser = try await frenchBrowser { _ in [] }

        let page = try await browser.open("/t/acme/events?stage=nowhere&attempt=zz")

        #expect(page.status == .unprocessableContent)
        try page.expectFrench("events", "<h1>Événements</h1>")
        try page.expectFrench("forms", "2 champs à corriger", "Étape\u{A0}: ", "Tentative\u{A0}: ")
    }

    @Test func `an event is in French`() async throws {
        let attempt = try #require(TraceID("4bf92f3577b34da6a3ce929d0e0e4736"))
        let site = try await ConsoleSite()
        var (failure, earlier) = (site.acme.event(1, ago: .hours(3)), site.acme.event(2, stage: .tokenExchange))
        earlier.content.occurredAt = failure.content.occurredAt - .minutes(2)
        failure.content.attempt = attempt
        failure.content.attributes = Breadcrumb(category: "touch", level: "info").attributes(number: 1)
        earlier.content.attempt = attempt
        try await site.acme.deliver([failure, earlier], sentAt: site.acme.installation.clock.now - .hours(2))
        var browser = try await site.browser(of: site.vic).inFrench
        let list = try await browser.open("/t/acme/events?stage=session-store")
        let href = try #require(list.html.firstMatch(of: #/\/t\/acme\/events\/[0-9]+-[0-9a-f-]{36}/#)).0

        let page = try await browser.open(String(href))

        try page.expectFrench(
            "events",
            "<h1>La session n’a pas pu être enregistrée sur l’appareil</h1>",
            "signalé par l’app",
            "2\u{a0}heures de retard, corrigé",
            "Chronologie de la tentative",
            "<h2>Fil d’Ariane</h2>",
            ">Catégorie</th>",
            ">Niveau</th>",
            "Échange de jetons",
            "Version du système",
            "Échecs avec 2.4.0",
            "Tous les événements keychain.locked"
        )
        try page.expectFrench("common")
    }
}
