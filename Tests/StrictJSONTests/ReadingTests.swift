import Testing

@testable import StrictJSON

struct ReadingTests {
    @Test(
        arguments: [
            ("null", .null), ("true", true), ("false", false), ("0", 0), ("-1", -1), ("1.5", 1.5), ("-0.25e2", -25.0),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", 9_223_372_036_854_775_808.0), ("1e3", 1000.0), ("1E+3", 1000.0), ("1e-2", 0.01),
            ("0.1", 0.1), ("123456789012345678.5", 123_456_789_012_345_678.5), ("1e-400", 0.0), ("5e-324", 5e-324),
            ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)), (#""""#, ""), (#""a""#, "a"),
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC\uD83D\uDE00""#, "é€😀"),
            (#""é€😀""#, "é€😀"),
            (#""\u0000""#, "\0"), ("[]", []), ("[ ]", []), ("{}", [:]), ("{ }", [:]), (" \r\n\t[ 1 , [ ] ] ", [1, []]),
            (#"{"a":{"b":[null,{}]},"":1}"#, ["a": ["b": [nil, [:]]], "": 1]),
        ] as [(String, JSONValue)]
    )
    func `a text that RFC 8259 allows is read`(text: String, expected: JSONValue) throws {
        #expect(try JSONValue(parsing: text.utf8) == expected)
    }

    @Test(
        arguments: [
            ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
            ("nulL", .unexpectedByte(0x4C), 3),
            ("[1,]", .unexpectedByte(0x5D), 3), ("[,1]", .unexpectedByte(0x2C), 1), ("[1 2]", .unexpectedByte(0x32), 3),
            ("{\"a\":1,}", .unexpectedByte(0x7D), 7), ("{\"a\" 1}", .unexpectedByte(0x31), 5),
            ("{a:1}", .unexpectedByte(0x61), 1),
            ("{1:1}", .unexpectedByte(0x31), 1), ("'a'", .unexpectedByte(0x27), 0), ("NaN", .unexpectedByte(0x4E), 0),
            ("Infinity", .unexpectedByte(0x49), 0), ("// c\n1", .unexpectedByte(0x2F), 0),
            ("\u{FEFF}1", .unexpectedByte(0xEF), 0),
            ("\u{A0}1", .unexpectedByte(0xC2), 0), ("+1", .unexpectedByte(0x2B), 0), (".5", .unexpectedByte(0x2E), 0),
            ("\"a\nb\"", .unexpectedByte(0x0A), 2), ("\"a\\tb\u{1}\"", .unexpectedByte(0x01), 5),
            ("\"0123456789\u{1F}\"", .unexpectedByte(0x1F), 11),
            ("01", .badNumber, 0), ("-", .unexpectedEnd, 1), ("-a", .badNumber, 0), ("1.", .unexpectedEnd, 2),
            ("1.a", .badNumber, 0),
            ("[1.]", .badNumber, 1), ("[1e]", .badNumber, 1), ("[1e+]", .badNumber, 1), ("1e400", .badNumber, 0),
            ("-1e400", .badNumber, 0),
            ("1e99999999999999999999", .badNumber, 0), ("0x10", .trailingData, 1), ("1 1", .trailingData, 2),
            ("{} x", .trailingData, 3),
            (#""\x41""#, .badEscape, 1), (#""\u12g4""#, .badEscape, 1), (#""\u12""#, .badEscape, 1),
            (#""\"#, .unexpectedEnd, 2),
            (#""\uD800""#, .loneSurrogate, 1), (#""\uD800a""#, .loneSurrogate, 1), (#""\uDC00""#, .loneSurrogate, 1),
            (#""\uD800\n""#, .loneSurrogate, 1), (#""\uD800\uD800""#, .loneSurrogate, 1),
            (#""\uDC00\uD800""#, .loneSurrogate, 1),
            (#"{"a":1,"a":2}"#, .duplicateName("a"), 7), (#"{"a":1,"\u0061":2}"#, .duplicateName("a"), 7),
            (#"{"x":[0,{"y":{"é":1,"b":2,"é":3}}]}"#, .duplicateName("x[1].y.é"), 27),
            (#"[[{"a":1,"a":1}]]"#, .duplicateName("[0][0].a"), 9),
        ] as [(String, JSONSyntaxError.Reason, Int)]
    )
    func `a text that RFC 8259 forbids is refused at its place`(
        text: String,
        reason: JSONSyntaxError.Reason,
        offset: Int
    ) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.utf8) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        (#""\uD800""#, "\u{FFFD}"), (#""a\uDC00b""#, "a\u{FFFD}b"), (#""\uD83D\uDE00\uD83D""#, "😀\u{FFFD}"),
        (#""\uD800\n""#, "\u{FFFD}\n"), (#""\uD800\uD83D\uDE00""#, "\u{FFFD}😀"), (#""\\uD800""#, #"\uD800"#),
        (#""\uDC00\uD800""#, "\u{FFFD}\u{FFFD}"),
    ])
    func `a lone half of a surrogate pair is replaced where the limits say so`(text: String, value: String) throws {
        let limits = JSONLimits(replacesLoneSurrogates: true)

        #expect(try JSONValue(parsing: text.utf8, limits: limits) == .string(value))
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: #""\uD800\uZZZZ""#.utf8, limits: limits) }
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: #""\uD800"#.utf8, limits: limits) }
    }

    @Test(
        arguments: [
            ([0x22, 0x80, 0x22], 1), ([0x22, 0x61, 0xC3, 0x22], 2), ([0x22, 0xC0, 0x80, 0x22], 1),
            ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
            ([0x22, 0xF5, 0x80, 0x80, 0x80, 0x22], 1), ([0x22, 0xE2, 0x82, 0xAC, 0xFF, 0x22], 4),
            ([0x22, 0x5C, 0x6E, 0xFF, 0x22], 3),
        ] as [([UInt8], Int)]
    )
    func `bytes that are not UTF-8 are refused at their place`(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
        #expect(error?.reason == .notUTF8)
        #expect(error?.offset == offset)
    }

    @Test func `a byte that is not UTF-8 is found at every place of a text of any length`() {
        for length in 1...20 {
            for place in 0..<length {
                var bytes = [UInt8](repeating: 0x61, count: length)
                bytes[place] = 0xFF
                let error = #expect(throws: JSONSyntaxError.self) {
                    try JSONValue(parsing: [0x22] + bytes + [0x22, 0x20, 0x20])
                }
                #expect(error?.offset == place + 1)
            }
        }
    }

    @Test func `minus zero keeps its sign`() throws {
        for text in ["-0", "-0.0", "-0e1"] {
            let number = try #require(try JSONValue(parsing: text.utf8).doubleValue)
            #expect(number == 0 && number.sign == .minus)
        }
    }

    @Test func `names that Unicode calls equivalent are two names`() throws {
        let object = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}".utf8)

        #expect(object["\u{E9}"] == 1)
        #expect(object["e\u{301}"] == 2)
    }

    @Test(arguments: [2, 24, 25, 200]) func `a name that comes twice is found however many names there are`(count: Int)
    {
        let names = (0..<count).map { "\"name\($0)\":0" } + ["\"name\(count / 2)\":0"]

        let error = #expect(throws: JSONSyntaxError.self) {
            try JSONValue(parsing: "{\(names.joined(separator: ","))}".utf8)
        }

        #expect(error?.reason == .duplicateName("name\(count / 2)"))
    }

    @Test func `an error message has the line and the column`() {
        let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "{\n  \"é\": 1,\n  \"é\" 2}".utf8) }

        #expect(error?.sentence == "Line 3, column 7: “2” cannot stand here.")
    }

    @Test func `bytes of any collection are read`() throws {
        let bytes = Array("xx[1]yy".utf8)

        #expect(try JSONValue(parsing: bytes[2..<5]) == [1])
        #expect(try JSONValue(parsing: [[UInt8]("[1".utf8), [UInt8]("]".utf8)].joined()) == [1])
    }
}
