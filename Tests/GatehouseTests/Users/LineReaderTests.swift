import Foundation
import Testing

@testable import Gatehouse

@Suite struct LineReaderTests {
    /// Reads `text` in chunks of `size` bytes.
    private func lines(_ text: String, size: Int = 3) throws -> [String?] {
        var rest = Data(text.utf8)
        var reader = LineReader {
            defer { rest = rest.dropFirst(size) }
            return rest.prefix(size)
        }
        var lines: [String?] = []
        while let line = try reader.next() {
            #expect(line.number == lines.count + 1)
            lines.append(line.content.map { String(decoding: $0, as: UTF8.self) })
        }
        #expect(try reader.next() == nil)
        return lines
    }

    @Test(arguments: [
        ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("one\ntwo\nthree", ["one", "two", "three"]),
        ("ab\n\n\ncd\n", ["ab", "", "", "cd"]),
        ("abc\ndef\n", ["abc", "def"]),
    ])
    func `lines are read wherever the chunks end`(text: String, expected: [String]) throws {
        for size in [1, 2, 3, 4, 100] { #expect(try lines(text, size: size) == expected, "\(size)") }
    }

    @Test func `a line that is too long is reported, and the next one is read`() throws {
        let longest = String(repeating: "a", count: LineReader.maximumBytes)

        #expect(
            try lines("\(longest)\n\(longest)b\nshort\n\(longest)\(longest)", size: 1000) == [
                longest, nil, "short", nil,
            ]
        )
    }
}
