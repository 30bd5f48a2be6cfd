/// Where a value ends that is a word, or a value of a query.
extension ValueReader {
    /// The value of a name that is not certain, or of one that is no credential: a literal or a word.
    func word(from link: Int, sign: UInt8) -> Range<Int>? {
        var start = finder.skippingSpace(from: link)
        if start - link > 4 { return nil }
        if bytes.matches("optional(", at: start) { start += 9 }
        guard start < bytes.count else { return nil }
        let isQuery = isInQuery
        let range: Range<Int>
        switch bytes[start] {
        case let byte where finder.isQuote(byte): range = quoted(from: start)
        case UInt8(ascii: "["), UInt8(ascii: "{"): return nil
        default:
            range =
                start..<endOfWord(
                    from: start,
                    stopsAtSigns: !isQuery && (name.certainty == .ifOpaque || name.kind == .email)
                )
        }
        // Most values of names that are not certain are short.
        if name.certainty == .ifOpaque, range.count < 6, !isQuery, run.lowerBound > 0 { return nil }
        // `email: password: x`: another name.
        guard name.kind != .email || bytes.at(range.upperBound) != UInt8(ascii: ":") else { return nil }
        guard name.kind != .phone || bytes[range].count(where: ByteKind.isDigit) >= 5 else { return nil }
        guard !range.isEmpty, !isSignature(range), !isProse(range, after: sign) else { return nil }
        let isBound = isQuery || startsForm(range)
        guard name.isSecret(bytes[range]) || isBound && !isShortNumber(range) && !ValueWords.isState(bytes[range])
        else { return nil }
        return range
    }

    /// "email: not_verified" describes an error.
    private func isProse(_ value: Range<Int>, after sign: UInt8) -> Bool {
        guard sign == UInt8(ascii: ":"), bytes[value.lowerBound - 1] == 0x20 else { return false }
        return bytes[value].dropFirst().allSatisfy {
            $0 &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
            && ByteKind.isLetter(bytes[value.lowerBound])
    }

    /// In a query, a name (RFC 6749 §4.1.2) is decisive, whatever the value looks like.
    private var isInQuery: Bool {
        guard bytes.at(run.upperBound) == UInt8(ascii: "=") else { return false }
        let before = bytes.at(run.lowerBound - 1)
        return before == UInt8(ascii: "?") || before == UInt8(ascii: "&") || before == UInt8(ascii: "#")
    }

    /// The body of a form: no question mark before it, but an ampersand after.
    private func startsForm(_ value: Range<Int>) -> Bool {
        run.lowerBound == 0 && bytes.at(run.upperBound) == UInt8(ascii: "=")
            && bytes.at(value.upperBound) == UInt8(ascii: "&")
    }

    private func isShortNumber(_ range: Range<Int>) -> Bool {
        let digits = bytes[range].first == UInt8(ascii: "-") ? bytes[range].dropFirst() : bytes[range]
        return digits.count < 6 && digits.allSatisfy(ByteKind.isDigit) || SecretName.isReplacement(bytes[range])
    }

    /// The value in a query or a form, where an ampersand that no name follows is a part of it.
    func inQuery(from start: Int) -> Range<Int>? {
        var end = start
        let limit = isInQuery ? bytes.count : min(bytes.count, start + Self.longestPlainRest)
        while end < limit,
            !endsWord(end) || bytes[end] == UInt8(ascii: "&") && !isPair(after: end)
                || bytes[end] == 0x20 && finder.text.width(at: end) > 2
        { end += 1 }
        let value = start..<end
        guard isInQuery || bytes.at(end) == UInt8(ascii: "&") else { return nil }
        guard !value.isEmpty, !SecretName.isReplacement(bytes[value]), !ValueWords.isState(bytes[value]) else {
            return start..<start
        }
        return value
    }

    /// A value that may turn out not to be a secret ends at the next sign, so that no text is read repeatedly.
    func endOfWord(from start: Int, stopsAtSigns: Bool = false) -> Int {
        var end = start
        while end < bytes.count, !endsWord(end) {
            if stopsAtSigns,
                bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "|")
            {
                break
            }
            end += 1
        }
        return end
    }

    private func endsWord(_ place: Int) -> Bool {
        switch bytes[place] {
        case UInt8(ascii: "&"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "<"),
            UInt8(ascii: ">"):
            return true
        case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"),
            UInt8(ascii: "."):
            let next = bytes.at(place + 1)
            return next <= 0x20 || finder.isQuote(next) || next == UInt8(ascii: ")") || next == UInt8(ascii: "}")
        case let byte: return byte <= 0x20
        }
    }
}
