/// Finds lower-case words by bytes in any case, without making a `String`.
struct WordTable<Value: Sendable>: Sendable {
    private static var longestWord: Int { 31 }

    private struct Entry: Sendable {
        let word: [UInt8]
        let value: Value
    }

    /// Entries by length and last byte: most words have a slot of their own.
    private var places = [[Entry]](repeating: [], count: 32 * 32)

    init(_ words: [(String, Value)]) {
        for (word, value) in words {
            let word = Array(word.utf8)
            guard let last = word.last, word.count <= Self.longestWord else {
                preconditionFailure("no word of a table is so long")
            }
            places[Self.place(word.count, last)].append(Entry(word: word, value: value))
        }
    }

    /// The words of a text, all with one value.
    static func entries(_ words: String, _ value: Value) -> [(String, Value)] {
        words.split(separator: " ").map { (String($0), value) }
    }

    private static func place(_ length: Int, _ last: UInt8) -> Int { length << 5 | Int(last & 31) }

    subscript(_ bytes: ArraySlice<UInt8>) -> Value? {
        guard let last = bytes.last, bytes.count <= Self.longestWord else { return nil }
        let start = bytes.startIndex
        next: for entry in places[Self.place(bytes.count, last)] {
            var index = 0
            while index < entry.word.count {
                guard ByteKind.lowercased(bytes[start + index]) == entry.word[index] else { continue next }
                index += 1
            }
            return entry.value
        }
        return nil
    }

    /// Looks up letters and digits alone: `access_token` is found as `accesstoken`. Other characters than those of ASCII
    /// count as letters.
    subscript(lettersAndDigitsOf bytes: ArraySlice<UInt8>) -> Value? {
        var (count, last) = (0, UInt8(0))
        for byte in bytes where ByteKind.isNameByte(byte) { (count, last) = (count + 1, byte) }
        guard count > 0, count <= Self.longestWord else { return nil }
        next: for entry in places[Self.place(count, last)] {
            var index = 0
            for byte in bytes where ByteKind.isNameByte(byte) {
                guard ByteKind.lowercased(byte) == entry.word[index] else { continue next }
                index += 1
            }
            return entry.value
        }
        return nil
    }
}

extension WordTable where Value == Void {
    /// A set of the words of a text.
    init(_ words: String) { self.init(Self.entries(words, ())) }
}
