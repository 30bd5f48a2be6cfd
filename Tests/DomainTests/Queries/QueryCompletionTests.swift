import Testing

@testable import Domain

struct QueryCompletionTests {
    /// Codes, versions and devices, more of them than a completion has candidates.
    private struct Dictionary: QueryDictionary {
        func values(
            of dimension: EventDimension,
            startingWith prefix: String,
            limit: Int
        ) async throws(DomainError) -> [QueryDictionaryEntry] {
            let values =
                switch dimension {
                case .code: ["keychain.locked", "net.offline"] + (0..<50).map { "x.\($0)" }
                case .deviceModel: ["iPhone16,1"]
                case .platform: ["a b", "none", "iOS"]
                case .appVersion: ["2.4.0", "2.3.1"]
                default: [String]()
                }
            return values.filter { $0.hasPrefix(prefix) }.prefix(limit).map {
                QueryDictionaryEntry(value: $0, count: 7)
            }
        }
    }

    /// The candidates at `|`, in angle brackets the word that they replace.
    private func candidates(_ text: String) async throws -> (texts: [String], word: String)? {
        let parts = text.split(separator: "|", omittingEmptySubsequences: false)
        let query = parts.joined()
        let cursor = parts[0].utf8.count
        guard let found = try await QueryCompletion.candidates(in: query, at: cursor, from: Dictionary()) else {
            return nil
        }
        let word = String(decoding: Array(query.utf8)[found.word], as: UTF8.self)
        return (found.candidates.map(\.text), word)
    }

    @Test(arguments: [
        ("out|", ["outcome:"], "out"),
        ("OUT|", ["outcome:"], "OUT"),
        ("a rel|", ["release:"], "rel"),
        ("a (env|)", ["environment:"], "env"),
        ("-sta|", ["stage:"], "sta"),
        ("NOT sta|", ["stage:"], "sta"),
        ("a,sta|", [], "a,sta"),
        ("é sou|rce:client", ["source:"], "source:"),
        ("outcome:f|", ["failed"], "f"),
        ("outcome:F|oo -code:x", ["failed"], "Foo"),
        ("outcome:failed,s|", ["success", "skipped"], "s"),
        ("outcome:(failed OR c|)", ["cancelled"], "c"),
        ("outcome:(failed ca|", ["cancelled"], "ca"),
        ("code:key|", ["keychain.locked"], "key"),
        ("code:\"key|", ["keychain.locked"], "\"key"),
        ("code:\"key|\" a", ["keychain.locked"], "\"key\""),
        ("platform:a|", ["\"a b\""], "a"),
        ("platform:no|", ["\"none\""], "no"),
        ("device:iP|", ["iPhone16,1"], "iP"),
        ("device:\"x\",|", ["\"iPhone16,1\""], ""),
        ("release:>=|", ["2.4.0", "2.3.1"], ""),
        ("release:|", ["2.4.0", "2.3.1", ">=", "<=", ">", "<", "*", "none"], ""),
        ("time:-|", ["-1h", "-6h", "-24h", "-7d", "-30d"], "-"),
        ("time:>=-|", ["-1h", "-6h", "-24h", "-7d", "-30d"], "-"),
        ("user:|", ["*", "none"], ""),
        ("a O|", ["OR", "outcome:", "os_version:"], "O"),
        ("a (O|", ["outcome:", "os_version:"], "O"),
        ("a OR|", ["OR"], "OR"),
        ("zzz|", [], "zzz"),
    ])
    func `the word at the cursor is completed`(text: String, expected: [String], word: String) async throws {
        let found = try #require(try await candidates(text))

        #expect(found.texts == expected)
        #expect(found.word == word)
    }

    @Test(arguments: [
        "\"out|", "code:\"a\"|", "colour:a|", "a\\|", "colour:(a b|", "code:a*|", "\"a\"|",
    ])
    func `nothing is proposed`(text: String) async throws {
        #expect(try await candidates(text) == nil)
    }

    @Test func `an empty query is completed by every field, and by connectives after a term`() async throws {
        let first = try #require(try await candidates("|"))
        let second = try #require(try await candidates("a |"))

        #expect(first.texts.prefix(3) == ["source:", "stage:", "outcome:"])
        #expect(first.texts.count <= QueryLimits.candidates)
        #expect(!first.texts.contains("OR"))
        #expect(second.word.isEmpty)
    }

    @Test func `values have counts, and candidates are limited`() async throws {
        let found = try #require(try await QueryCompletion.candidates(in: "code:", at: 5, from: Dictionary()))

        #expect(found.candidates.first == QueryCandidate(.value, "keychain.locked", count: 7))
        #expect(found.candidates.count == QueryLimits.candidates)
    }

    @Test func `a cursor outside of the text is at no word`() {
        #expect(QueryCursor(in: "a", at: 2) == nil)
        #expect(QueryCursor(in: "a", at: -1) == nil)
        #expect(QueryCursor(in: String(repeating: "a", count: QueryLimits.textBytes + 1), at: 1) == nil)
        #expect(QueryCursor(in: "code:é", at: 6) != nil)
    }

    @Test func `every candidate reads back as the value that it means`() throws {
        for value in ["a b", "none", "*", ">1", "a,b", "\"", "\\", "é", "a:b", "-a", "OR", "2..3"] {
            let cursor = try #require(QueryCursor(in: "release:", at: 8))
            let entry = QueryDictionaryEntry(value: value, count: 1)
            let text = try #require(QueryCompletion(cursor, entries: [entry]).candidates.first?.text)

            #expect(try QueryParser.parse("release:\(text)") == EventCondition.value(value, of: .appVersion))
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `the word at any cursor of any text includes the cursor`(seed: UInt64) {
        var generator = QueryGenerator(state: seed)

        for _ in 0..<100 {
            let query = generator.noise()
            for cursor in 0...query.utf8.count {
                guard let place = QueryCursor(in: query, at: cursor) else { continue }
                #expect(place.word.contains(cursor) || place.word.upperBound == cursor, "\(query) \(cursor)")
                #expect(place.word.upperBound <= query.utf8.count)
            }
        }
    }
}
