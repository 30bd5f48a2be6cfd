/// Where a value ends that has quotation marks or brackets.
extension ValueReader {
    /// `@"x"`, `b'x'`, `Optional("x")` and `Set(2) {`: the value without its type.
    func skippingPrefix(from start: Int) -> Int {
        var place = start
        for _ in 0..<4 {
            var end = place
            while end < bytes.count, end - place < 64, isTypeByte(end, after: place) { end += 1 }
            guard end > place else { return place }
            if bytes.at(end) == UInt8(ascii: "(") {
                guard finder.isQuote(bytes.at(end + 1)) || isWrapper(place..<end) else { return endOfCount(end) ?? end }
                place = end + 1
            } else if end - place <= 2 || bytes[place..<end].allSatisfy({ $0 == UInt8(ascii: "#") }),
                finder.isQuote(bytes.at(end))
            {
                return end
            } else {
                return place
            }
        }
        return place
    }

    private func isTypeByte(_ place: Int, after start: Int) -> Bool {
        switch bytes[place] {
        case UInt8(ascii: "@"), UInt8(ascii: "."), UInt8(ascii: "#"): true
        case UInt8(ascii: "<"), UInt8(ascii: ">"): place > start
        default: ByteKind.isWord(bytes[place])
        }
    }

    /// The bracket after a number of elements: `Set(2) {`.
    private func endOfCount(_ bracket: Int) -> Int? {
        var end = bracket + 1
        while end - bracket < 8, ByteKind.isDigit(bytes.at(end)) { end += 1 }
        guard end > bracket + 1, bytes.at(end) == UInt8(ascii: ")") else { return nil }
        let next = finder.skippingSpace(from: end + 1)
        return bytes.at(next) == UInt8(ascii: "{") || bytes.at(next) == UInt8(ascii: "[") ? next : nil
    }

    private func isWrapper(_ range: Range<Int>) -> Bool {
        bytes.matches("optional", at: range.lowerBound) || bytes.matches("some", at: range.upperBound - 4)
            || bytes.matches("anyhashable", at: range.lowerBound)
    }

    /// The value ends at a quote written like the opening one, `\"` within `"` being part of the value, and not within
    /// a word: `'it's'`.
    func quoted(from quote: Int) -> Range<Int> {
        let width = finder.text.width(at: quote)
        var end = quote + 1
        if bytes.at(end) == bytes[quote], bytes.at(end + 1) == bytes[quote] { return tripleQuoted(from: quote + 3) }
        while end < bytes.count {
            if bytes[end] == bytes[quote], finder.text.width(at: end) == width, !isWithinWord(end, from: quote) {
                break
            }
            end += 1
        }
        return quote + 1..<end
    }

    private func tripleQuoted(from start: Int) -> Range<Int> {
        let quote = bytes[start - 1]
        var end = start
        while end < bytes.count, !(bytes[end] == quote && bytes.at(end + 1) == quote && bytes.at(end + 2) == quote) {
            end += 1
        }
        return start..<end
    }

    private func isWithinWord(_ place: Int, from quote: Int) -> Bool {
        guard place > quote + 1, bytes[place] == UInt8(ascii: "'") else { return false }
        return ByteKind.isLetterOrDigit(bytes[place - 1]) && ByteKind.isLetterOrDigit(bytes.at(place + 1))
    }

    /// The end behind the bracket that closes the one at `start`; of one that is not closed, the end of the text.
    func endOfBracket(from start: Int) -> Int {
        let isWhole = name.certainty == .always && name.isCredential && bytes[start] != UInt8(ascii: "(")
        let longest = bytes[start] == UInt8(ascii: "(") ? Self.longestCall : Self.longestBracket
        let limit = isWhole ? bytes.count : min(bytes.count, start + longest)
        var depth = 0
        var quote: UInt8?
        var place = start
        while place < limit {
            let byte = bytes[place]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "(") {
                depth += 1
            } else if byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: ")") {
                depth -= 1
                if depth == 0 { return place + 1 }
            }
            place += 1
        }
        return limit
    }

    /// The end of a cell of a table.
    func cell(from start: Int) -> Int? {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "|"), bytes[end] != 0x09, bytes[end] != 0x0A,
            !bytes.hasBoxLine(at: end)
        { end += 1 }
        while end > start, bytes[end - 1] == 0x20 { end -= 1 }
        return end > start ? end : nil
    }
}
