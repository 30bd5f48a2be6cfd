import Measuring
import Testing

@testable import Domain

struct QueryCostTests {
    /// Far more than a quadratic reader could read in the time, and far less than a linear one needs.
    private static let size = 200_000
    private static let time = Duration.seconds(20)

    private static func repeated(_ text: String, size: Int = size) -> String {
        String(repeating: text, count: size / text.utf8.count)
    }

    /// Expects that eight times as much work takes about eight times as long: quadratic work would take 64 times as long.
    /// What takes no time at all is not compared.
    private static func expectLinear(_ work: (_ size: Int) -> Void) {
        func shortest(_ size: Int) -> Duration { ProcessorTime.least(of: 3) { work(size) } }
        let (small, large) = (shortest(size / 8), shortest(size))
        #expect(large < max(small, .milliseconds(2)) * 24, "\(small) and \(large)")
        #expect(large < time, "\(large)")
    }

    @Test func `a text that is too long is not read`() {
        let text = String(repeating: "(", count: 10_000_000)

        let time = ProcessorTime.of {
            let error = #expect(throws: QueryError.self) { try QueryParser.parse(text) }
            #expect(error?.code == "too_long")
            #expect(error?.column == QueryLimits.textBytes + 1)
        }

        #expect(time < .seconds(2))
    }

    @Test(
        arguments: [
            ("(", "too_deep"), ("((a)", "too_deep"), ("a)", "unopened_parenthesis"), (")", "missing_term"),
            ("-", "missing_term"), ("NOT ", "missing_term"), ("a OR ", "too_many_terms"), ("OR ", "missing_term"),
            ("\"a\"", "missing_space"), ("a:", "unknown_field"), ("code:", nil), ("code:(", "nested_field"),
            ("*", nil), ("a*", "too_many_wildcards"), (" ", nil), ("\u{A0}", nil), ("a", nil), ("\\a", nil),
            ("é", nil), ("a\u{301}\u{302}", nil), ("code:a,", "too_many_terms"), ("release:1.", nil),
            ("code:a ", "too_many_terms"),
            ("\u{0}", "control_character"), (":", "missing_field"), ("👩‍👩‍👧", nil), ("\u{1F1E6}", nil), (",", nil),
        ] as [(String, String?)]
    )
    func `the time of reading grows with the text alone`(piece: String, code: String?) {
        Self.expectLinear { size in
            var found: String?
            do throws(QueryError) {
                _ = try QueryParser.parse(Self.repeated(piece, size: size), maximumBytes: .max)
            } catch {
                found = error.code
            }
            #expect(found == code)
        }
    }

    @Test func `the column of a fault after many combining marks is that of a reader`() throws {
        let marks = String(repeating: "\u{301}", count: 400)

        let error = try #require(throws: QueryError.self) { try QueryParser.parse("a\(marks) relese:1") }

        #expect(error.column == 3)
        #expect(error.range.lowerBound == 802)
    }

    @Test(arguments: ["a*aaaaaaaab*c", "*aaaaaaaaaaaaaaaab*", "*a*a*a*a*a*a*a*a*b", "a*a*a*a*ab*a*a"])
    func `the time of a pattern grows with the text alone`(pattern: String) throws {
        let pattern = WildcardPattern(
            parts: pattern.split(separator: "*", omittingEmptySubsequences: false).map { Array($0.utf8) }
        )

        Self.expectLinear { size in
            #expect(!pattern.matches(String(repeating: "a", count: size)))
        }
    }

    @Test(arguments: 0..<10 as Range<UInt64>)
    func `a pattern matches what a naive search matches`(seed: UInt64) {
        var generator = QueryGenerator(state: seed)
        func text(_ letters: [String], _ count: Int) -> String {
            (0..<Int.random(in: 0...count, using: &generator)).map { _ in generator.pick(letters) }.joined()
        }
        for _ in 0..<300 {
            let parts = "\(text(["a", "b", "*"], 6))*\(text(["a", "b", "*"], 4))"
                .split(separator: "*", omittingEmptySubsequences: false)
            let subject = text(["a", "b"], 10)

            let pattern = WildcardPattern(parts: parts.map { Array($0.utf8) })

            #expect(pattern.matches(subject) == Self.matches(subject[...], parts[...]), "\(parts) \(subject)")
        }
    }

    /// Tries every place of the first wildcard.
    private static func matches(_ text: Substring, _ parts: ArraySlice<Substring>) -> Bool {
        guard let first = parts.first, text.hasPrefix(first) else { return false }
        let rest = text.dropFirst(first.count)
        guard parts.count > 1 else { return rest.isEmpty }
        return (0...rest.count).contains { matches(rest.dropFirst($0), parts.dropFirst()) }
    }
}
