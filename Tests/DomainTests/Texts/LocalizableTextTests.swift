import Domain
import StrictJSON
import Testing

@Suite struct LocalizableTextTests {
    private static let english: JSONObject = [
        "forms.bytes": "Use at most {maximum} bytes of {name}.",
        "forms.span": "Choose from {lowest} to {highest}.",
    ]
    private static let french: JSONObject = [
        "forms.bytes": "{name} : {maximum} octets au plus.",
        "forms.span": "Choisissez entre {lowest} et {highest}.",
    ]
    private static let units: JSONObject = [
        "time.span.seconds": ["one": "{count} second", "other": "{count} seconds"],
        "time.span.minutes": ["one": "{count} minute", "other": "{count} minutes"],
        "time.span.hours": ["one": "{count} hour", "other": "{count} hours"],
        "time.span.days": ["one": "{count} day", "other": "{count} days"],
    ]
    private static let frenchUnits: JSONObject = [
        "time.span.seconds": ["one": "{count} seconde", "other": "{count} secondes"],
        "time.span.minutes": ["one": "{count} minute", "other": "{count} minutes"],
        "time.span.hours": ["one": "{count} heure", "other": "{count} heures"],
        "time.span.days": ["one": "{count} jour", "other": "{count} jours"],
    ]

    private static func catalogue() throws -> TextCatalogue {
        try TextCatalogue([
            .english: ["forms": english, "time": units], .french: ["forms": french, "time": frenchUnits],
        ])
    }

    private static let bytes = LocalizableText.localizable(
        "forms.bytes",
        "Use at most {maximum} bytes of {name}.",
        ["maximum": .number(16_384), "name": .text("{maximum}")]
    )

    @Test func `APIs write it in English, without separators in numbers`() {
        #expect(Self.bytes.english == "Use at most 16384 bytes of {maximum}.")
        #expect(FieldProblem.Rule.malformed(Self.bytes).sentence == "Use at most 16384 bytes of {maximum}.")
    }

    @Test func `a page takes it from the catalogue, in its language`() throws {
        let catalogue = try Self.catalogue()

        #expect(Self.bytes.text(catalogue.texts(in: .english)) == "Use at most 16,384 bytes of {maximum}.")
        #expect(Self.bytes.text(catalogue.texts(in: .french)) == "{maximum} : 16\u{202F}384 octets au plus.")
    }

    @Test func `a text of APIs alone is English everywhere`() throws {
        let text = LocalizableText.english("Send the ETag.")

        #expect(text.english == "Send the ETag.")
        #expect(text.text(try Self.catalogue().texts(in: .french)) == "Send the ETag.")
    }

    @Test(arguments: [
        (0, "0 seconds", "0 seconde"), (1, "1 second", "1 seconde"), (90, "90 seconds", "90 secondes"),
        (300, "5 minutes", "5 minutes"), (3600, "1 hour", "1 heure"), (5400, "90 minutes", "90 minutes"),
        (86_400, "1 day", "1 jour"), (31_536_000, "365 days", "365 jours"),
    ])
    func `a span is written in its largest whole unit`(seconds: Int, english: String, french: String) throws {
        let text = LocalizableText.localizable(
            "forms.span",
            "Choose from {lowest} to {highest}.",
            ["lowest": .span(seconds: seconds), "highest": .span(seconds: 7200)]
        )

        #expect(text.english == "Choose from \(english) to 2 hours.")
        #expect(text.text(try Self.catalogue().texts(in: .french)) == "Choisissez entre \(french) et 2 heures.")
    }
}
