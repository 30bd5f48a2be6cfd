import Domain
import Testing

@Suite struct AttemptReferenceTests {
    private let attempt = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")!

    @Test func `a reference is the beginning of the attempt's id`() {
        let reference = AttemptReference(attempt)

        #expect(reference.description == "9FWJ-YDBQ")
        #expect(reference.prefixes.contains { attempt.bytes.starts(with: $0) })
        #expect(AttemptReference("9FWJ-YDBQ") == reference)
    }

    @Test func `of a 64-bit id that zeros fill up, it is the beginning of its own`() throws {
        let filled = try #require(TraceID("00000000000000004bf92f3577b34da6"))
        let reference = AttemptReference(filled)

        #expect(reference.description == "9FWJ-YDBQ")
        #expect(reference.prefixes.contains { filled.bytes.starts(with: $0) })
    }

    @Test(arguments: [
        "9fwj-ydbq", "9FWJYDBQ", "9fWj-YdBq", "9FWJ YDBQ", "9FWJ–YDBQ", "9FWJ\u{2011}YDBQ", " 9FWJ\u{a0}-\u{a0}YDBQ ",
        "9-FWJ--YDBQ",
    ])
    func `it is read as users type it`(text: String) {
        #expect(AttemptReference(text) == AttemptReference(attempt))
    }

    @Test func `letters that look like digits are read as those`() {
        #expect(AttemptReference("OIL0-1000") == AttemptReference("0110-1000"))
    }

    @Test(arguments: [
        "", "9FWJ", "9FWJ-YDB", "9FWJ-YDBQ0", "9FWJYDBQ0", "9FWJ-YDBU", "9FWJ_YDBQ", "9FWJ--DBQ", "9FWJ-YDBé",
        "9FWJ-YDB\u{301}", "9FWJ-YDB ", "ſFWJ-YDBQ", "９FWJ-YDBQ", "9FWJ" + String(repeating: "-", count: 40) + "YDBQ",
    ])
    func `another text is none`(text: String) { #expect(AttemptReference(text) == nil) }

    @Test func `a request without a trace has an attempt of its own, with the random bytes first`() {
        let id = "019a7f2e-1c2b-7def-8a9b-0123456789ab"

        #expect(TraceID(ofRequest: id)?.description == "ab89674523019b8aef7d2b1c2e7f9a01")
        #expect(TraceID(ofRequest: "request-1") == nil)
    }
}
