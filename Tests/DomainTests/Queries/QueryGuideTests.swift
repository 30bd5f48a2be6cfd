import Testing

@testable import Domain

struct QueryGuideTests {
    private static let guide = Guide.lines("query-language.md")

    @Test func `every example of the guide is a query`() throws {
        let start = try #require(Self.guide.firstIndex(of: "```query"))
        let examples = Self.guide[(start + 1)...].prefix { $0 != "```" }

        #expect(examples.count > 5)
        for example in examples { #expect(throws: Never.self, "\(example)") { try QueryParser.parse(example) } }
    }

    @Test func `the guide has a row for every field, with its other names`() throws {
        for field in QueryField.all {
            let row = try #require(Self.guide.first { $0.hasPrefix("| `\(field.name)` |") }, "\(field.name)")
            for name in field.names { #expect(row.contains("`\(name)`"), "\(name)") }
            if case .choice(let words) = field.kind, words.count < 10 {
                for word in words { #expect(row.contains("`\(word)`"), "\(word)") }
            }
        }
    }

    @Test func `the guide has every limit`() {
        let limits =
            "1,000 bytes (8,000 for the canonical form), 50 values and texts, 8 levels of parentheses, 20 wildcards."

        #expect(Self.guide.contains { $0.hasPrefix(limits) })
        #expect(QueryLimits.textBytes == 1000 && QueryLimits.canonicalBytes == 8000 && QueryLimits.terms == 50)
        #expect(QueryLimits.depth == 8 && QueryLimits.wildcards == 20)
        #expect(Self.guide.contains { $0.contains("at most \(QueryLimits.candidates) texts") })
    }
}
