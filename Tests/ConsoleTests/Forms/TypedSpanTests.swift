import Domain
import Fixtures
import Testing

@testable import ConsoleKit

@Suite struct TypedSpanTests {
    @Test(arguments: [
        (1, "1 second", "1\u{A0}seconde"), (90, "90 seconds", "90\u{A0}secondes"), (60, "1 minute", "1\u{A0}minute"),
        (7200, "2 hours", "2\u{A0}heures"), (86_400, "1 day", "1\u{A0}jour"),
        (31_536_000, "365 days", "365\u{A0}jours"),
    ])
    func `a span is written in its largest unit, in the language of the page`(
        seconds: Int,
        english: String,
        french: String
    ) {
        #expect(TypedSpan.words(seconds, TestTexts.english) == english)
        #expect(TypedSpan.words(seconds, TestTexts.french) == french)
    }

    @Test(arguments: [0, 1, 59, 60, 3600, 7200, 86_400, 604_800, 315_360_000])
    func `the notation of a span is read as the same span`(seconds: Int) {
        #expect(TypedSpan.seconds(notation: TypedSpan.notation(.seconds(seconds))) == seconds)
    }

    @Test func `the notation is the same in every language, without separators`() {
        #expect(TypedSpan.notation(.days(7)) == "7 days")
        #expect(TypedSpan.notation(.hours(1)) == "1 hour")
        #expect(TypedSpan.notation(.days(3650)) == "3650 days")
    }

    @Test(arguments: ["", "7", "days", "7 jours", "-1 days", "1.5 days", "7 days ago", "9223372036854775807 days"])
    func `any other text is no span`(text: String) {
        #expect(TypedSpan.seconds(notation: text) == nil)
    }

    @Test func `the units of a field are in the language of the page`() {
        let field = SpanView("idle", label: "", TypedSpan(.days(3)), hint: "", error: nil, TestTexts.french)

        #expect(field.units.map(\.label) == ["secondes", "minutes", "heures", "jours"])
        #expect(field.units.map(\.value) == ["seconds", "minutes", "hours", "days"])
        #expect(field.units.first(where: \.isSelected)?.value == "days")
    }
}
