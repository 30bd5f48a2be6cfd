/// What is between the brackets of an object or a list.
struct ObjectText {
    private let finder: PairFinder
    private let range: Range<Int>

    /// What describes a secret is short; more of it is not read.
    private static let longest = 1024

    init(_ finder: PairFinder, _ range: Range<Int>) {
        self.finder = finder
        self.range = range
    }

    /// Whether all it says is about a secret: its rules, or what is wrong with it.
    var describesOnly: Bool {
        guard range.count <= Self.longest else { return false }
        let bytes = finder.bytes
        var hasKey = false
        var place = range.lowerBound
        while place < range.upperBound {
            guard ByteKind.isWord(bytes[place]) else {
                place += 1
                continue
            }
            let end = min(finder.endOfName(from: place), range.upperBound)
            defer { place = max(end, place + 1) }
            guard case .sign(UInt8(ascii: ":"))? = finder.sign(after: place..<end)?.kind else { continue }
            guard SecretWords.describes(bytes[place..<end]) else { return false }
            hasKey = true
        }
        if hasKey { return hasPlainParts }
        // A list of messages.
        return finder.isQuote(bytes[range.lowerBound])
            && (ValueWords.areProse(bytes[range]) || ValueWords.isState(bytes[range]))
    }

    private var hasPlainParts: Bool {
        finder.bytes[range].split { !ByteKind.isNameByte($0) && $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
            .allSatisfy { ValueWords.isPlain($0) || $0.allSatisfy(ByteKind.isLetter) && $0.count < 24 }
    }
}
