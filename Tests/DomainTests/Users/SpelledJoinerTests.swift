import Domain
import Foundation
import Measuring
import Testing

/// Invisible characters that are part of the spelling of a name.
@Suite struct SpelledJoinerTests {
    @Test(arguments: [
        // Persian: between letters that join, after one that does not, and with a mark.
        "می\u{200C}خواهم", "کار\u{200C}ها", "مِ\u{200C}ی",
        // Sinhala: a conjunct, and touching letters.
        "ශ්\u{200D}රී", "ක\u{200D}්ෂ",
        // Malayalam: a chillu at the end of a word, and a conjunct that is kept apart.
        "ന\u{D4D}\u{200D}", "അവന\u{D4D}\u{200D} പേര്", "ന\u{D4D}\u{200C}മ",
        // Bengali: a ya after a full ra. Hindi: a half letter.
        "র\u{200D}\u{9CD}যাব", "क\u{94D}\u{200D}ष",
        // Emoji: a family, a profession with a skin tone, a rainbow flag, the flag of England.
        "👨\u{200D}👩\u{200D}👧", "🧑🏽\u{200D}🚀", "🏳\u{FE0F}\u{200D}🌈",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    ])
    func `joiners that are spelling are part of a name and are shown as they are`(name: String) throws {
        let valid = try #require(try DisplayName.validated(name))

        #expect(valid == name.precomposedStringWithCanonicalMapping)
        #expect(VisibleText.escaped(name) == name)
        #expect(DisplayName.keeping(name).isWhole)
    }

    @Test(arguments: [
        // Between Latin letters, at the beginning and the end, doubled, before a space.
        "A\u{200C}da", "A\u{200D}da", "\u{200C}می", "می\u{200C}", "می\u{200C}\u{200C}خ", "می\u{200C} خ", "می\u{200D}خ",
        // Without a virama, before a vowel sign, after a mark alone.
        "ක\u{200D}ර", "ක\u{DCA}\u{200D}\u{DCF}", "\u{D4D}\u{200D}", "ന\u{200C}മ",
        // Beside one emoji, between digits that can be emoji, and tags of no flag.
        "👨\u{200D}", "👨\u{200D}a", "\u{200D}👨", "1\u{200D}2", "👨\u{FE0F}\u{FE0F}\u{200D}👩",
        "🏴\u{E0067}\u{E0062}\u{E0065}", "a\u{E0067}\u{E0062}\u{E0065}\u{E007F}", "🏴\u{E0067}\u{E007F}",
        "🏴\u{E0041}\u{E0062}\u{E0065}\u{E007F}", "🏴\u{E0061}\u{E0062}\u{E0063}\u{E007F}\u{E007F}",
        // What is never spelling.
        "A\u{200B}da", "A\u{202E}da", "A\u{2028}da", "A\nda", "A\u{AD}da", "A\u{FEFF}da",
    ])
    func `any other hidden character is refused, and written out where it is shown`(name: String) {
        #expect(throws: FieldProblem.Rule.self) { try DisplayName.validated(name + ".") }
        #expect(VisibleText.escaped(name).contains("\\u{"))
        #expect(VisibleText.escaped(VisibleText.escaped(name)) == VisibleText.escaped(name))
    }

    @Test(
        arguments: [
            ("A\u{200B}da\nLovelace\u{202E}", "Ada Lovelace"), ("می\u{200C}خ\u{200C}", "می\u{200C}خ"),
            (String(repeating: "é", count: 250), String(repeating: "é", count: 200)),
            ("A" + String(repeating: "\u{301}", count: 40) + "da", "Ada"), ("\u{200B}\u{202E}", nil),
        ] as [(String, String?)]
    )
    func `of a name that nobody can ask for again all that can be shown is kept`(text: String, name: String?) {
        let kept = DisplayName.keeping(text)

        #expect(kept.name == name && !kept.isWhole)
    }

    @Test(arguments: [
        // An emoji of seven scalars, letters with two marks, and syllables of three parts.
        ("👨\u{200D}👩\u{200D}👧\u{200D}👦", 7), ("a\u{323}\u{30B}\u{326}", 3), ("क\u{94D}\u{200D}ष", 4),
    ])
    func `a name is limited by its Unicode scalars, as every field, and cut between characters`(
        character: String,
        scalars: Int
    ) throws {
        #expect(character.precomposedStringWithCanonicalMapping.unicodeScalars.count == scalars)
        let (most, more) = (200 / scalars, 200 / scalars + 1)

        let longest = try DisplayName.validated(String(repeating: character, count: most))
        let kept = DisplayName.keeping(String(repeating: character, count: more))

        #expect(longest?.unicodeScalars.count == most * scalars)
        #expect(throws: FieldProblem.Rule.tooLong(maximum: 200)) {
            try DisplayName.validated(String(repeating: character, count: more))
        }
        #expect(kept.name == longest && !kept.isWhole)
    }

    @Test func `a name that is whole is kept whole, and a blank one is none`() {
        let (zoe, blank) = (DisplayName.keeping(" Zoë "), DisplayName.keeping("  "))

        #expect(zoe.name == "Zoë" && zoe.isWhole)
        #expect(blank.name == nil && blank.isWhole)
    }

    @Test(arguments: [
        "\u{200D}", "م\u{200C}", "\u{94D}\u{200D}", "\u{301}\u{200C}", "\u{E0067}", "\u{FE0F}\u{200D}",
    ])
    func `joiners take time by the length of the text`(text: String) {
        let long = String(repeating: text, count: 200_000 / text.utf8.count)
        let marks = String(repeating: "\u{94D}", count: 50_000) + String(repeating: "\u{200D}", count: 1000)

        let took = ProcessorTime.of {
            _ = VisibleText.escaped(long)
            _ = VisibleText.hasHidden(marks)
            _ = DisplayName.keeping(long)
        }

        #expect(took < .seconds(5))
    }
}
