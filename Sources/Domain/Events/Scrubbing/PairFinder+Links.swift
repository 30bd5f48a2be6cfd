/// What stands between a name and its value.
extension PairFinder {
    /// What binds a value to a name.
    struct Link {
        enum Kind {
            /// `=`, `:`, `=>`, `->`, `|`
            case sign(UInt8)
            /// The bracket of `password("x")`.
            case call
            /// A quotation mark, or a flag of a command line.
            case quote, flag
            /// Words and spaces, as in "the password is".
            case words
            /// The end of a line that has nothing but the name.
            case line
        }
        let kind: Kind
        /// Where the value begins, or space before it.
        let start: Int
    }

    func link(after run: Range<Int>, of name: SecretName) -> Link? {
        let inner = bytes.at(run.upperBound) == UInt8(ascii: "]") ? run.upperBound + 1 : run.upperBound
        var place = skippingIndexes(from: inner)
        if place == run.upperBound, bytes.at(place) == UInt8(ascii: "(") { return Link(kind: .call, start: place + 1) }
        let afterClosers = skippingClosers(from: place)
        place = skippingSpace(from: afterClosers)
        if let sign = sign(at: place) ?? signOnNextLine(place) { return sign }
        if bytes.at(afterClosers) == 0x09 { return Link(kind: .sign(UInt8(ascii: "|")), start: place) }
        guard name.isCredential, name.certainty != .ifOpaque else {
            if name.kind == .phone, place > run.upperBound {
                return Link(kind: .words, start: skippingLinkWords(from: place))
            }
            let isCode = name.isCredential && bytes.matches("code", at: run.upperBound - 4) && place > run.upperBound
            return isCode ? Link(kind: .words, start: skippingLinkWords(from: place)) : nil
        }
        if bytes.at(place) == 0x0A || bytes.at(place) == 0x0D {
            return isAloneOnLine(run)
                && !(bytes[run].contains(UInt8(ascii: ".")) && ByteKind.isUpper(bytes[run.lowerBound]))
                ? Link(kind: .line, start: place) : nil
        }
        if afterClosers == run.upperBound, place > afterClosers {
            if isQuote(bytes.at(place)) { return name.isHeader ? nil : Link(kind: .quote, start: place) }
            if bytes.at(run.lowerBound - 1) == UInt8(ascii: "-"), bytes.at(run.lowerBound - 2) == UInt8(ascii: "-") {
                return Link(kind: .flag, start: place)
            }
        }
        // After a word in quotation marks, a comma goes on with a list.
        guard bytes.at(place) != UInt8(ascii: ",") || afterClosers == run.upperBound else { return nil }
        let next = skippingPunctuation(from: afterClosers)
        guard next > afterClosers || bytes[run.lowerBound] >= 0xE3 else { return nil }
        let end = skippingLinkWords(from: next)
        return Link(
            kind: isQuote(bytes.at(end)) && (end > next || isOpening(bytes[end - 1])) ? .quote : .words,
            start: end
        )
    }

    /// A sign alone, as tools that wrap lines leave it.
    private func signOnNextLine(_ place: Int) -> Link? {
        guard bytes.at(place) == 0x0A || bytes.at(place) == 0x0D else { return nil }
        let next = skippingSpace(from: place, lines: true)
        return bytes.at(next) == UInt8(ascii: ":") || bytes.at(next) == UInt8(ascii: "=") ? sign(at: next) : nil
    }

    func sign(after name: Range<Int>) -> Link? { sign(at: skippingSpace(from: skippingClosers(from: name.upperBound))) }

    private func sign(at place: Int) -> Link? {
        let (byte, next) = (bytes.at(place), bytes.at(place + 1))
        switch byte {
        case UInt8(ascii: ":"):
            // `std::string` is a name, `:=` a sign.
            guard next != UInt8(ascii: ":") else { return nil }
            return Link(kind: .sign(byte), start: place + (next == UInt8(ascii: "=") ? 2 : 1))
        case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: ">"), UInt8(ascii: "~"), UInt8(ascii: "#"):
            var end = place
            while end < place + 5, Self.isSign(bytes.at(end)) { end += 1 }
            let isArrow = end - place > 1 && bytes[place..<end].contains(UInt8(ascii: ">"))
            guard byte == UInt8(ascii: "=") || isArrow else { return nil }
            return Link(kind: .sign(byte), start: end)
        case UInt8(ascii: "|") where next != byte: return Link(kind: .sign(byte), start: place + 1)
        case 0xE2 where (0x86...0x87).contains(next) || next == 0x9E || next == 0x94:
            return Link(kind: .sign(next == 0x94 ? UInt8(ascii: "|") : byte), start: place + 3)
        default: return nil
        }
    }

    private func isOpening(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "(") || byte == UInt8(ascii: "[") }

    private static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "=") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "~")
            || byte == UInt8(ascii: "#")
    }

    /// The signs between the words of a sentence.
    private func skippingPunctuation(from start: Int) -> Int {
        var place = start
        while place < bytes.count, place - start < 12 {
            switch bytes[place] {
            case 0x20, 0x09, UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "/"), UInt8(ascii: "("),
                UInt8(ascii: "*"), UInt8(ascii: "#"):
                place += 1
            case UInt8(ascii: "[") where !SecretName.isReplacement(bytes[place...]):
                place += 1
            case 0xE2: place += 3
            default: return place
            }
        }
        return min(place, bytes.count)
    }

    /// `[password]`, `[]` and `[0]` in `user[password][]`, after the name.
    private func skippingIndexes(from start: Int) -> Int {
        var place = start
        while bytes.at(place) == UInt8(ascii: "["), place - start < 64 {
            var end = place + 1
            while end < bytes.count, end - place < 32, ByteKind.isWord(bytes[end]) || isQuote(bytes[end]) { end += 1 }
            guard bytes.at(end) == UInt8(ascii: "]"), !SecretName.isReplacement(bytes[place...]) else { break }
            place = end + 1
        }
        return place
    }

    func skippingClosers(from start: Int) -> Int {
        var place = start
        while place - start < 4, isQuote(bytes.at(place)) || isCloser(bytes.at(place)) { place += 1 }
        return place
    }

    private func isCloser(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "*") || byte == UInt8(ascii: "?")
            || byte == UInt8(ascii: "!")
    }

    func skippingSpace(from start: Int, lines: Bool = false) -> Int {
        var place = start
        while place < bytes.count, place - start < 32,
            bytes[place] == 0x20 || bytes[place] == 0x09 || lines && ByteKind.isSpace(bytes[place])
        {
            place += 1
        }
        return place
    }

    func skippingSpaceBack(from end: Int) -> Int {
        var place = end
        while place > 0, end - place < 8, bytes[place - 1] == 0x20 { place -= 1 }
        return place
    }

    static let errors = WordTable<Void>("error status exit result response reason http country postal zip")
    private static let linkWords = WordTable<Void>(
        "is was are equals set to of est ist war lautet es with value le data"
    )

    private func skippingLinkWords(from start: Int) -> Int {
        var place = start
        for _ in 0..<3 {
            let end = endOfName(from: place)
            guard Self.linkWords[bytes[place..<end]] != nil, bytes.at(end) == 0x20 || bytes.at(end) == UInt8(ascii: ":")
            else { break }
            place = skippingSpace(from: end + 1)
        }
        return place
    }

    /// Whether a line has only the name, and marks of a list before it.
    func isAloneOnLine(_ run: Range<Int>) -> Bool {
        bytes[startOfLine(run.lowerBound)..<run.lowerBound].allSatisfy { !ByteKind.isNameByte($0) }
    }

    /// Whether only marks of a list, which are no letters, stand before the name on its line.
    func isFirstOnLine(_ run: Range<Int>) -> Bool {
        var place = run.lowerBound
        while place > 0, run.lowerBound - place < Self.reach {
            let byte = bytes[place - 1]
            if byte == 0x0A || text.isEdge(at: place - 1) { return true }
            if ByteKind.isLetterOrDigit(byte) { return false }
            place -= 1
        }
        return place == 0
    }

    /// The start of a line, or of the text in JSON that has escaped lines.
    func startOfLine(_ place: Int, inLiteral: Bool = true) -> Int {
        var start = place
        while start > 0, place - start < Self.reach, bytes[start - 1] != 0x0A, !inLiteral || !text.isEdge(at: start - 1)
        {
            start -= 1
        }
        return start
    }
}
