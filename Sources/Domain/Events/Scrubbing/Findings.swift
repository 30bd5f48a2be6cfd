/// Collects the findings in one text.
struct Findings {
    private var found: [Finding] = []

    var isEmpty: Bool { found.isEmpty }

    init(in text: DecodedText, suspicion: Suspicion, keepingVersions: Bool) {
        let bytes = text.bytes
        let suspicion =
            suspicion.contains(.escape)
            ? bytes.withUnsafeBufferPointer { Suspicion(of: $0, isDecoded: true) } : suspicion
        if suspicion.contains(.longRun) {
            TokenFinder(bytes: bytes).find(into: &found)
            PrivateKeyFinder(bytes: bytes).find(into: &found)
        }
        if suspicion.contains(.scheme) { SchemeFinder(bytes: bytes).find(into: &found) }
        if suspicion.contains(.at) { EmailFinder(bytes: bytes).find(into: &found) }
        if suspicion.contains(.digits) {
            NumberFinder(bytes: bytes, keepsVersions: keepingVersions).find(into: &found)
            if suspicion.contains([.word, .code]) { CodeFinder(bytes: bytes).find(into: &found) }
        }
        if suspicion.contains(.link) { LinkFinder(bytes: bytes).find(into: &found) }
        if !suspicion.isDisjoint(with: [.pair, .word]) {
            PairFinder(text: text).find(into: &found)
            if bytes.contains(0x0A) { TableFinder(text: text).find(into: &found) }
            if suspicion.contains(.digits), bytes.contains(UInt8(ascii: ":")) {
                NetworkFinder(bytes: bytes).find(into: &found)
            }
        }
    }

    /// The findings in order, without overlaps. Of two that overlap, the one that begins first or is longer decides the
    /// kind; of two with equal ranges, the one found first.
    var merged: [Finding] {
        let ordered = found.enumerated().sorted { left, right in
            let (first, second) = (left.element.range, right.element.range)
            if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
            if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
            return left.offset < right.offset
        }
        var merged = [Finding]()
        for (_, finding) in ordered {
            if let last = merged.last, finding.range.lowerBound < last.range.upperBound {
                let end = max(last.range.upperBound, finding.range.upperBound)
                merged[merged.count - 1].range = last.range.lowerBound..<end
            } else {
                merged.append(finding)
            }
        }
        return merged
    }
}

/// A part of a text that must not be kept.
struct Finding {
    enum Kind: Equatable {
        case email, token, phone, card, secret, fullName
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
