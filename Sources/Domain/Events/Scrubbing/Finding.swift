/// A part of a text that must not be kept.
struct Finding {
    enum Kind: Equatable {
        case email, token, phone, card, secret, personName
        /// A network address, with the part that is kept.
        case network(String)
    }

    /// The range in the decoded text.
    var range: Range<Int>
    var kind: Kind
}

extension [UInt8] {
    /// The byte at this offset; outside the text zero, which is in no class.
    @inline(__always) func at(_ place: Int) -> UInt8 {
        place >= 0 && place < count ? self[place] : 0
    }

    /// Whether `│` or another line of U+2500 to U+257F begins there.
    func hasBoxLine(at place: Int) -> Bool { at(place) == 0xE2 && (0x94...0x95).contains(at(place + 1)) }

    /// Whether the bytes at `place` are `word`, which is lower-case, in either case.
    func matches(_ word: StaticString, at place: Int) -> Bool {
        guard place >= 0, place <= count else { return false }
        return self[place...].begins(with: word)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the first bytes are `word`, whose letters are lower case, in either case.
    func begins(with word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard length <= count else { return false }
        var offset = 0
        while offset < length {
            guard ByteKind.lowercased(self[startIndex + offset]) == word.utf8Start[offset] else { return false }
            offset += 1
        }
        return true
    }
}
