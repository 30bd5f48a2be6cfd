import Testing

@testable import StrictJSON

/// Splitmix64: the same values in every run.
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

struct PropertyTests {
    private static let scalars: [Unicode.Scalar] = [
        "a", "Z", "0", "\"", "\\", "/", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{301}", "€", "\u{2028}", "😀", "\u{FFFF}",
        "\u{10FFFF}", "<",
    ]

    private func text(_ generator: inout SeededGenerator) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...20, using: &generator) {
            text.append(Self.scalars.randomElement(using: &generator) ?? "a")
        }
        return String(text)
    }

    private func value(_ generator: inout SeededGenerator, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 5), using: &generator) {
        case 0: return .null
        case 1: return .bool(.random(using: &generator))
        case 2:
            return .integer(Int64(truncatingIfNeeded: generator.next()) >> Int64.random(in: 0...63, using: &generator))
        case 3:
            let number = Double(bitPattern: generator.next())
            return .number(number.isFinite ? number : 0.5)
        case 4: return .string(text(&generator))
        case 5:
            return .array(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(&generator, depth: depth - 1) }
            )
        default:
            return .object(
                JSONObject(
                    (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                        (text(&generator), value(&generator, depth: depth - 1))
                    }
                )
            )
        }
    }

    @Test(arguments: 0..<20) func `what is written reads back the same`(seed: UInt64) throws {
        var generator = SeededGenerator(state: seed)

        for _ in 0..<100 {
            let original = value(&generator, depth: 4)
            let bytes = original.serialized()

            let copy = try JSONValue(parsing: bytes)

            #expect(copy == original)
            #expect(copy.serialized() == bytes)
        }
    }

    @Test func `a text cut short anywhere is refused`() {
        let text = #"{"id":"é\u20ac\ud83d\ude00","n":[-1.5e+3,true,false,null,{"a\n":[]}]} "#.utf8.dropLast()

        for length in 0..<text.count {
            let error = #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text.prefix(length)) }
            #expect(error.map { $0.offset <= length } == true)
        }
    }

    @Test(arguments: 0..<10) func `a changed byte never crashes, and what still reads is written back the same`(
        seed: UInt64
    ) {
        var generator = SeededGenerator(state: seed)
        let text = Array(
            #"{"events":[{"id":"a\u00e9","time":1.5e3,"error":{"domain":"x","chain":[null,true,-0]}}]}"#.utf8
        )

        for _ in 0..<2000 {
            var changed = text
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
                    in: 0...255,
                    using: &generator
                )
            }
            guard let value = try? JSONValue(parsing: changed) else { continue }
            #expect(throws: Never.self) { try JSONValue(parsing: value.serialized()) }
        }
    }

    @Test func `doubles are read as the standard library reads them`() throws {
        var generator = SeededGenerator(state: 7)

        for _ in 0..<5000 {
            let digits = String(generator.next() >> UInt64.random(in: 0...63, using: &generator))
            let text =
                "\(digits).\(UInt16.random(in: 0...999, using: &generator))e\(Int.random(in: -40...40, using: &generator))"
            #expect(try JSONValue(parsing: text.utf8) == .number(try #require(Double(text))))
        }
    }
}
