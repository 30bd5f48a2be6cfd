import Domain
import Fixtures
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import WebFixtures

@Suite struct EventLabelTests {
    @Test func `every dimension, step, outcome, source, network and period has its texts`() {
        let keys =
            EventDimension.allCases.map(\.definition.labelKey.description)
            + Stage.allCases.flatMap { ["events.stage.\($0.rawValue)", "events.stage-subject.\($0.rawValue)"] }
            + Outcome.allCases.flatMap { outcome in
                ["outcome", "found", "finding", "chart-part"].map { "events.\($0).\(outcome.rawValue)" }
            }
            + EventSource.allCases.flatMap { source in
                ["source", "source-detail", "reported-by"].map { "events.\($0).\(source.rawValue)" }
            } + NetworkKind.allCases.map { "events.network.\($0.rawValue)" }
            + EventSearch.Range.allCases.flatMap { range in
                ["range", "range-name", "range-period"].map { "events.\($0).\(range.rawValue)" }
            }

        #expect(keys.filter { !TestTexts.english.has(TextKey($0)) } == [])
    }

    /// An error beside a field and the filter in force must call it the same.
    @Test func `a filter is called the same in the list of problems`() {
        for dimension in EventSearch.textFilters + [.source, .stage, .outcome] {
            let key = TextKey("forms.label.\(dimension.name.asKeyPart)")
            for texts in [TestTexts.english, TestTexts.french] { #expect(texts(key) == dimension.label(texts)) }
        }
    }

    @Test(arguments: [
        (Stage.tokenExchange, Outcome.failed, "Token exchange failed", "Échange de jetons\u{A0}: échec"),
        (
            .sessionStore, .failed, "The session could not be saved on the device",
            "La session n’a pas pu être enregistrée sur l’appareil"
        ),
        (.sessionStore, .success, "Saving the session succeeded", "Enregistrement de la session\u{A0}: réussite"),
        (
            .appleSheet, .cancelled, "Apple’s sign-in sheet was cancelled",
            "Fenêtre de connexion Apple\u{A0}: annulation"
        ),
        (
            .other, .inconsistent, "Another step: client and server disagree",
            "Autre étape\u{A0}: désaccord entre client et serveur"
        ),
    ])
    func `an event is summed up in one sentence`(stage: Stage, outcome: Outcome, english: String, french: String) {
        let content = EventContent(
            id: Event.ID(.version7(at: Sample.now, random: (0, 1))),
            occurredAt: Sample.now,
            stage: stage,
            outcome: outcome
        )
        let event = StoredEvent(content: content, code: nil, receivedAt: Sample.now, clockCorrection: .zero)

        #expect(event.finding(TestTexts.english) == english)
        #expect(event.finding(TestTexts.french) == french)
    }

    @Test(arguments: [
        (EventDimension.network, "wifi", "Wi-Fi", "Wi-Fi"), (.network, "CELLULAR", "Cellular", "Cellulaire"),
        (.network, "satellite", "satellite", "satellite"), (.platform, "ios", "iOS", "iOS"),
        (.stage, "refresh", "Refresh", "Actualisation"), (.outcome, "failed", "Failed", "Échec"),
        (.source, "server", "Server", "Serveur"), (.code, "keychain.locked", "keychain.locked", "keychain.locked"),
        (.user, "0193a5c2-7d4e-7abc-8def-0123456789ab", "0193a5c2…6789ab", "0193a5c2…6789ab"),
    ])
    func `a value is written for users where it is known`(
        dimension: EventDimension,
        value: String,
        english: String,
        french: String
    ) {
        #expect(dimension.text(ofValue: value, TestTexts.english) == english)
        #expect(dimension.text(ofValue: value, TestTexts.french) == french)
    }

    @Test(
        arguments: [
            ([:], nil, "No events", "Aucun événement"),
            ([:], Outcome.failed, "No matching events", "Aucun événement trouvé"),
            ([.success: 1], nil, "1 event, none failed", "1 événement, aucun en échec"),
            (
                [.failed: 342, .success: 4866], nil, "342 of 5,208 events failed",
                "342 en échec sur 5\u{202F}208 événements"
            ),
            ([.failed: 1], nil, "1 of 1 event failed", "1 en échec sur 1 événement"),
            ([.failed: 6], .failed, "6 failed events", "6 événements en échec"),
            ([.success: 1], .success, "1 successful event", "1 événement réussi"),
        ] as [([Outcome: Int], Outcome?, String, String)]
    )
    func `the heading counts what was found`(
        counts: [Outcome: Int],
        outcome: Outcome?,
        english: String,
        french: String
    ) {
        let column = EventHistogram.Column(start: Sample.now, counts: counts)
        let histogram = EventHistogram(span: .hours(1), columns: [column], isComplete: true)

        #expect(histogram.finding(of: outcome, TestTexts.english) == english)
        #expect(histogram.finding(of: outcome, TestTexts.french) == french)
    }
}
