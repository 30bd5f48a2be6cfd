import Domain
import Fixtures
import StrictJSON
import Testing

@Suite struct CauseExplanationTests {
    private static let languages = [TestTexts.english, TestTexts.french]

    @Test func `each code is explained in each language`() {
        for texts in Self.languages {
            for entry in CauseCatalogue.entries {
                let explanation = CauseExplanation(entry, texts)
                let sentences = [explanation.cause, explanation.action, explanation.support]

                #expect(!explanation.title.hasSuffix(".") && !explanation.title.contains("`"), "\(entry.code)")
                #expect(sentences.allSatisfy { $0.count >= 20 }, "\(entry.code)")
                #expect(sentences.allSatisfy { $0.count { $0 == "`" }.isMultiple(of: 2) }, "\(entry.code)")
                #expect(!explanation.support.contains("`"), "Support reads \(entry.code) aloud.")
            }
        }
    }

    @Test func `no two codes have one title, and no French text is the English one`() {
        for texts in Self.languages {
            let titles = CauseCatalogue.entries.map { CauseExplanation($0, texts).title }
            #expect(Set(titles).count == titles.count)
        }
        for entry in CauseCatalogue.entries {
            let (english, french) = (
                CauseExplanation(entry, TestTexts.english), CauseExplanation(entry, TestTexts.french)
            )
            #expect(english.title != french.title && english.cause != french.cause, "\(entry.code)")
            #expect(english.action != french.action && english.support != french.support, "\(entry.code)")
        }
    }

    @Test func `a code of the catalogue has its explanation, and another one has none`() throws {
        let locked = try #require(CauseExplanation(of: "keychain.locked", TestTexts.english))

        #expect(locked.title == "The phone was locked, so the keychain could not be used")
        #expect(locked.entry.fault == .app && locked.entry.retry == .afterUserAction)
        #expect(CauseExplanation(of: "keychain.unknown", TestTexts.english) == nil)
    }

    @Test func `sources are pages on the web, and a snippet has short lines`() {
        for entry in CauseCatalogue.entries {
            #expect(entry.sources.allSatisfy { $0.url.hasPrefix("https://") && !$0.title.isEmpty }, "\(entry.code)")
            #expect(Set(entry.sources).count == entry.sources.count, "\(entry.code)")
            if let snippet = entry.snippet {
                #expect(snippet.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(entry.code)")
            }
        }
        #expect(CauseCatalogue.entries.count { $0.snippet != nil } >= 15)
    }

    @Test func `a text without a code, or a code without a text, stops the start`() throws {
        let key = "causes.keychain.locked.title"
        let catalogue = try TextCatalogue([.english: ["causes": [:]], .french: ["causes": [:]]])
        let whole = TestTexts.english
        let entries = CauseCatalogue.entries.flatMap { entry in
            ["title", "cause", "action", "support"].map {
                "causes.\(entry.code.replacing("_", with: "-")).\($0)"
            }
        }
        func made(without missing: String? = nil, with extra: String? = nil) throws -> TextCatalogue {
            let names = entries.filter { $0 != missing } + [extra].compactMap(\.self)
            let object = JSONObject(names.map { ($0, JSONValue.string("A")) })
            return try TextCatalogue([.english: ["causes": object], .french: ["causes": object]])
        }

        #expect(entries.allSatisfy { whole.has(TextKey($0)) })
        #expect(throws: TextCatalogueProblem.self) { try CauseCatalogue.check(catalogue) }
        #expect(throws: TextCatalogueProblem(key, "The catalogue of causes needs it.")) {
            try CauseCatalogue.check(made(without: key))
        }
        #expect(throws: TextCatalogueProblem("causes.pwd.gone.title", "The catalogue of causes has no such code.")) {
            try CauseCatalogue.check(made(with: "causes.pwd.gone.title"))
        }
        try CauseCatalogue.check(made())
    }
}
