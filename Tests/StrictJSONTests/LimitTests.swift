import Testing

@testable import StrictJSON

struct LimitTests {
    private func reason(_ text: String, _ limits: JSONLimits = .standard) -> JSONSyntaxError.Reason? {
        do {
            _ = try JSONValue(parsing: text.utf8, limits: limits)
            return nil
        } catch {
            return error.reason
        }
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"]) func `ten thousand levels are refused without a crash`(
        opening: String
    ) {
        #expect(reason(String(repeating: opening, count: 10_000)) == .tooDeep(maximum: 32))
        #expect(
            reason(String(repeating: opening, count: 10_000), JSONLimits(maximumDepth: .max)) == .tooDeep(maximum: 256)
        )
    }

    @Test func `the last permitted level is read and the next is not`() {
        #expect(reason(String(repeating: "[", count: 32) + String(repeating: "]", count: 32)) == nil)
        #expect(reason(String(repeating: "[", count: 33) + String(repeating: "]", count: 33)) == .tooDeep(maximum: 32))
        #expect(
            reason("[" + Array(repeating: "[[]]", count: 100).joined(separator: ",") + "]", JSONLimits(maximumDepth: 3))
                == nil
        )
    }

    @Test func `members of one object are counted`() {
        let limits = JSONLimits(maximumMembers: 2)

        #expect(reason(#"[{"a":1,"b":2},{"a":1,"b":2}]"#, limits) == nil)
        #expect(reason(#"{"a":1,"b":2,"c":3}"#, limits) == .tooMany(maximum: 2))
    }

    @Test func `values of the whole text are counted`() {
        let limits = JSONLimits(maximumElements: 4)

        #expect(reason(#"[1,{"a":1}]"#, limits) == nil)
        #expect(reason(#"[1,{"a":1},2]"#, limits) == .tooMany(maximum: 4))
    }

    @Test func `texts and names are measured after their escapes`() {
        let limits = JSONLimits(maximumStringBytes: 3)

        #expect(reason(#""abc""#, limits) == nil)
        #expect(reason(#""\u0061\u0062\u0063""#, limits) == nil)
        #expect(reason(#""\u0061bcd""#, limits) == .tooLong(maximumBytes: 3))
        #expect(reason(#""abcd""#, limits) == .tooLong(maximumBytes: 3))
        #expect(reason(#"{"abcd":1}"#, limits) == .tooLong(maximumBytes: 3))
    }

    @Test func `a name is shorter than a text may be`() {
        let longest = String(repeating: "a", count: 256)

        #expect(reason("{\"\(longest)\":1}") == nil)
        #expect(reason("{\"\(longest)b\":1}") == .nameTooLong(maximumBytes: 256))
        #expect(reason("{\"a\":[{\"\(longest)\\u0062\":1}]}") == .nameTooLong(maximumBytes: 256))
        #expect(reason("[\"\(longest)b\"]") == nil)
        #expect(reason("{\"\(longest)b\":1}", .stored) == nil)
    }

    @Test(arguments: ["\u{301}", "\u{301}\u{323}", "\u{F71}", "\u{3099}", "\u{1E8D0}"])
    func `thirty combining marks in a row are accepted, and one more is rejected`(marks: String) {
        let thirty = String(String(repeating: marks, count: 30).unicodeScalars.prefix(30))

        #expect(reason("[\"a\(thirty)a\(thirty)\"]") == nil)
        #expect(reason("[\"a\(thirty)\u{301}\"]") == .tooManyMarks(maximum: 30))
        #expect(reason("[\"a\(thirty)\\u0301\"]") == .tooManyMarks(maximum: 30))
        #expect(reason("{\"a\(thirty)\u{301}\":1}") == .tooManyMarks(maximum: 30))
        #expect(reason("[\"a\(thirty)\u{301}\"]", .stored) == nil)
    }

    @Test func `a mark that decomposes into two counts as two`() {
        #expect(reason("[\"\(String(repeating: "\u{F73}", count: 15))\"]") == nil)
        #expect(reason("[\"\(String(repeating: "\u{F73}", count: 16))\"]") == .tooManyMarks(maximum: 30))
    }

    @Test(arguments: ["\u{1F469}\u{200D}", "\u{1100}", "\u{1F1E6}", "\u{4E2D}", "\u{E9}", "\u{C38}", "\u{FE0F}"])
    func `other characters may repeat without limit`(text: String) {
        #expect(reason("[\"\(String(repeating: text, count: 1000))\"]") == nil)
    }

    @Test func `a number of a megabyte is refused`() {
        #expect(reason(String(repeating: "9", count: 1 << 20)) == .tooLong(maximumBytes: 512))
        #expect(reason("0." + String(repeating: "1", count: 1 << 20)) == .tooLong(maximumBytes: 512))
    }
}
