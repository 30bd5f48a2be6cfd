import Foundation
import Testing

@testable import Domain

struct QueryErrorTests {
    private func error(_ query: String) throws -> QueryError {
        try #require(throws: QueryError.self) { try QueryParser.parse(query) }
    }

    @Test(arguments: [
        ("relese:2.3", 1, 6, "unknown_field"),
        ("code:a (colour:b)", 9, 6, "unknown_field"),
        ("NSURLErrorDomain:-1009", 1, 16, "unknown_field"),
        ("é\u{301}é 👩‍👩‍👧 relese:2", 6, 6, "unknown_field"),
        (":a", 1, 1, "missing_field"),
        ("code:", 6, 0, "missing_value"),
        ("code: a", 6, 0, "missing_value"),
        ("code:\"\"", 6, 2, "missing_value"),
        ("code:a,", 8, 0, "missing_value"),
        ("release:>=", 11, 0, "missing_value"),
        ("release:>=(2)", 11, 0, "missing_value"),
        ("outcome:faild", 9, 5, "unknown_value"),
        ("outcome:failed,x", 16, 1, "unknown_value"),
        ("stage:foo*", 7, 4, "unknown_value"),
        ("code:>5", 7, 1, "no_order"),
        ("message:<a", 10, 1, "no_order"),
        ("release:>=abc", 11, 3, "not_a_version"),
        ("release:>=2.*", 11, 3, "not_a_version"),
        ("release:..", 9, 2, "not_a_version"),
        ("release:2.3..x", 9, 6, "not_a_version"),
        ("release:2.4..2.3", 9, 8, "empty_range"),
        ("time:yesterday", 6, 9, "not_a_time"),
        ("time:2026-02-30", 6, 10, "not_a_time"),
        ("time:0000-01-01T00:00:00+01:00", 6, 25, "not_a_time"),
        ("time:-6", 6, 2, "not_a_time"),
        ("time:-99999999999h", 6, 13, "not_a_time"),
        ("time:2026-*", 6, 6, "no_wildcards"),
        ("time:-1h..-6h", 6, 8, "empty_range"),
        ("time:2026-11-23..2026-11-22", 6, 22, "empty_range"),
        ("attempt:xyz", 9, 3, "not_a_trace_id"),
        ("attempt:0af7", 9, 4, "not_a_trace_id"),
        ("attempt:xyz*", 9, 4, "not_a_trace_id"),
        ("device:\"iPhone16,1\",iPhone16,2", 21, 0, "unquoted_value"),
        ("code:(a stage:ui)", 9, 5, "nested_field"),
        ("\"abc", 1, 4, "unclosed_quote"),
        ("a code:\"abc\\\"", 8, 6, "unclosed_quote"),
        ("a \"abc\\", 3, 5, "unclosed_quote"),
        ("a\\", 2, 1, "unfinished_escape"),
        ("a\\u{}", 2, 3, "invalid_escape"),
        ("\"\\u{12", 2, 5, "invalid_escape"),
        ("\"\\u{D800}\"", 2, 7, "invalid_escape"),
        ("\\u{110000}", 1, 9, "invalid_escape"),
        ("\\u{0000041}", 1, 10, "invalid_escape"),
        ("\\u{+1}", 1, 5, "invalid_escape"),
        ("\\u{0}", 1, 5, "control_character"),
        ("a\"b\"", 2, 1, "missing_space"),
        ("\"a\"b", 4, 1, "missing_space"),
        ("code:\"a\":b", 9, 1, "missing_space"),
        ("foo(bar)", 4, 1, "missing_space"),
        ("(a", 1, 1, "unclosed_parenthesis"),
        ("a (b (c)", 3, 1, "unclosed_parenthesis"),
        ("a)", 2, 1, "unopened_parenthesis"),
        (")", 1, 0, "missing_term"),
        ("()", 1, 2, "empty_parentheses"),
        ("code:( )", 6, 3, "empty_parentheses"),
        ("OR a", 1, 0, "missing_term"),
        ("a OR", 5, 0, "missing_term"),
        ("a OR OR b", 6, 0, "missing_term"),
        ("a AND OR b", 7, 0, "missing_term"),
        ("AND", 1, 0, "missing_term"),
        ("NOT", 4, 0, "missing_term"),
        ("- a", 2, 0, "missing_term"),
        ("(a OR )", 7, 0, "missing_term"),
        ("a\u{0}b", 2, 1, "control_character"),
        ("a \u{7F}", 3, 1, "control_character"),
    ])
    func `an error has a code, a column and a length`(query: String, column: Int, length: Int, code: String) throws {
        let error = try error(query)

        #expect(error.code == code)
        #expect(error.column == column)
        #expect(error.length == length)
        #expect(!error.sentence.isEmpty)
    }

    @Test func `the bytes of a fault are those that a correction replaces`() throws {
        let query = "é relese:2.3"
        let error = try error(query)

        #expect(error.range == 3..<9)
        #expect(error.suggestion == "release")
        #expect(error.sentence == "Unknown field “relese”. Did you mean release? (column 3)")
    }

    @Test(arguments: [
        ("cod:a", "code"), ("plattform:a", "platform"), ("enviroment:a", "environment"), ("outcome:faild", "failed"),
        ("stage:apple_sheet", "apple-sheet"), ("Relaese:1", "release"),
    ])
    func `a misspelt word is corrected`(query: String, suggestion: String) throws {
        #expect(try error(query).suggestion == suggestion)
    }

    @Test(arguments: ["x:1", "zzzzzz:1", "outcome:purple", "http://a"])
    func `an unlike word is not corrected`(query: String) throws {
        #expect(try error(query).suggestion == nil)
    }

    @Test func `an unknown value is answered with the possible ones`() throws {
        let sentence = try error("source:phone").sentence

        #expect(sentence == "“phone” is not a value of source. Choose one of: client, server. (column 8)")
    }

    @Test func `a text of an error repeats little of the query and shows hidden characters`() throws {
        let sentence = try error("\u{202E}" + String(repeating: "x", count: 900) + ":1").sentence

        #expect(sentence.hasPrefix("Unknown field “\\u{202E}xxx"))
        #expect(sentence.utf8.count < 200)
    }

    @Test func `what is too much has its own codes`() throws {
        let terms = Array(repeating: "a", count: QueryLimits.terms + 1).joined(separator: " ")
        let values = "code:" + Array(repeating: "a", count: QueryLimits.terms + 1).joined(separator: ",")
        let depth = String(repeating: "(", count: QueryLimits.depth + 1)
        let wildcards = "code:" + String(repeating: "a*", count: QueryLimits.wildcards + 1)

        #expect(try error(terms).code == "too_many_terms")
        #expect(try error(terms).column == 101)
        #expect(try error(values).code == "too_many_terms")
        #expect(try error(depth).code == "too_deep")
        #expect(try error(depth).column == 9)
        #expect(try error(wildcards).code == "too_many_wildcards")
        #expect(try error(String(repeating: "a", count: QueryLimits.textBytes + 1)).code == "too_long")
        #expect(try error(String(repeating: "é", count: QueryLimits.textBytes)).column == 501)
    }

    @Test func `what is just enough is read`() throws {
        _ = try QueryParser.parse(Array(repeating: "a", count: QueryLimits.terms).joined(separator: " "))
        let depth = QueryLimits.depth
        _ = try QueryParser.parse(String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth))
        _ = try QueryParser.parse("code:" + String(repeating: "a*", count: QueryLimits.wildcards))
        _ = try QueryParser.parse(String(repeating: "a", count: QueryLimits.textBytes))
    }

    @Test(
        arguments: [
            ([0x61, 0xFF], 1), ([0xC3], 0), ([0x61, 0x20, 0xED, 0xA0, 0x80], 2), ([0xC0, 0x80], 0),
            ([0xC3, 0xA9, 0xF0, 0x9F, 0x98], 2), ([0xF4, 0x90, 0x80, 0x80], 0),
        ] as [([UInt8], Int)]
    )
    func `bytes that are no UTF-8 are found`(bytes: [UInt8], place: Int) throws {
        let error = try #require(throws: QueryError.self) { try QueryParser.parse(bytes: bytes) }

        #expect(error.code == "not_utf8")
        #expect(error.range == place..<place + 1)
    }
}
