/// Reads the words of a query from its bytes, from left to right.
struct QueryScanner {
    /// Separates words as a space does: it comes with text that is copied from a page.
    static let noBreakSpace = "\u{A0}"

    /// Valid UTF-8 without control characters.
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipBlanks() {
        while true {
            let length = blankLength(at: position)
            guard length > 0 else { return }
            position += length
        }
    }

    /// Takes one ASCII character.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    /// Takes a whole word such as `OR`.
    mutating func take(word: StaticString) -> Bool {
        guard isNext(word: word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    func isNext(word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ bytes[position..<end].elementsEqual($0) }) else { return false }
        return endsWord(at: end)
    }

    /// Takes `>=`, `>`, `<=` or `<`.
    mutating func takeComparison() -> QueryComparison? {
        let comparison = QueryComparison.allCases.first { bytes[position...].starts(with: $0.rawValue.utf8) }
        position += comparison?.rawValue.utf8.count ?? 0
        return comparison
    }

    /// The place of the first colon in the word that begins here.
    func colon() -> Int? {
        var place = position
        while place < bytes.count, !endsWord(at: place) {
            switch bytes[place] {
            case UInt8(ascii: ":"): return place
            case UInt8(ascii: "\\"): place += 2
            default: place += 1
            }
        }
        return nil
    }

    /// Takes everything up to a place, and one byte more.
    mutating func take(past place: Int) -> Range<Int> {
        defer { position = place + 1 }
        return position..<place
    }

    /// Takes a text in quotation marks, or what comes before a space, a parenthesis or, in lists, a comma.
    mutating func literal(endsAtComma: Bool) throws(QueryFault) -> QueryLiteral {
        next == UInt8(ascii: "\"") ? try quotedLiteral() : try bareLiteral(endsAtComma)
    }

    private mutating func quotedLiteral() throws(QueryFault) -> QueryLiteral {
        var literal = QueryLiteral(range: position..<position, isQuoted: true)
        position += 1
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                literal.range = literal.range.lowerBound..<position
                return literal
            case UInt8(ascii: "\\"):
                guard !isAtEnd else { break }
                literal.bytes += try escaped()
            default: literal.bytes.append(byte)
            }
        }
        throw QueryFault(.unclosedQuote, literal.range.lowerBound..<bytes.count)
    }

    private mutating func bareLiteral(_ endsAtComma: Bool) throws(QueryFault) -> QueryLiteral {
        var literal = QueryLiteral(range: position..<position)
        while let byte = next, !endsWord(at: position), !(endsAtComma && byte == UInt8(ascii: ",")) {
            position += 1
            switch byte {
            case UInt8(ascii: "*"):
                literal.stars.append(literal.bytes.count)
                literal.bytes.append(byte)
            case UInt8(ascii: "\\"):
                literal.isQuoted = true
                literal.bytes += try escaped()
            default: literal.bytes.append(byte)
            }
        }
        literal.range = literal.range.lowerBound..<position
        return literal
    }

    /// Takes what follows a backslash: the number of a character, as in `\u{A0}`, or a character that means itself.
    private mutating func escaped() throws(QueryFault) -> [UInt8] {
        let backslash = position - 1
        guard let first = next else { throw QueryFault(.unfinishedEscape, backslash..<position) }
        position += 1
        guard first == UInt8(ascii: "u"), take("{") else {
            let start = position - 1
            while let byte = next, byte & 0xC0 == 0x80 { position += 1 }
            return Array(bytes[start..<position])
        }
        let digits = bytes[position...].prefix(7).prefix { $0 != UInt8(ascii: "}") }
        position += digits.count
        guard let number = UInt32(hexadecimal: digits), let scalar = Unicode.Scalar(number), take("}") else {
            throw QueryFault(.invalidEscape, backslash..<position)
        }
        guard number != 0 else { throw QueryFault(.controlCharacter, backslash..<position) }
        return Array(String(scalar).utf8)
    }

    /// The end of the word that a place is in.
    func wordEnd(from place: Int, endsAtComma: Bool) -> Int {
        var end = place
        while !endsWord(at: end), !(endsAtComma && bytes[end] == UInt8(ascii: ",")) { end += 1 }
        return end
    }

    /// Whether a word cannot go on here; a quotation mark begins another one.
    private func endsWord(at place: Int) -> Bool {
        guard place < bytes.count else { return true }
        switch bytes[place] {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""): return true
        default: return blankLength(at: place) > 0
        }
    }

    private func blankLength(at place: Int) -> Int {
        guard place < bytes.count else { return 0 }
        switch bytes[place] {
        case 0x09, 0x0A, 0x0D, 0x20: return 1
        case 0xC2: return place + 1 < bytes.count && bytes[place + 1] == 0xA0 ? 2 : 0
        default: return 0
        }
    }
}

extension UInt32 {
    /// Reads one to six digits.
    fileprivate init?(hexadecimal digits: ArraySlice<UInt8>) {
        guard (1...6).contains(digits.count) else { return nil }
        self = 0
        for digit in digits {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            self = self << 4 | UInt32(value)
        }
    }
}

/// A comparison in the notation of queries; the longer ones are looked for first.
enum QueryComparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"

    func bounds<Value>(_ value: Value) -> QueryBounds<Value> {
        switch self {
        case .atLeast: .atLeast(value)
        case .atMost: .atMost(value)
        case .above: .above(value)
        case .below: .below(value)
        }
    }
}
