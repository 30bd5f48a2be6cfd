/// Finds values that are bound to a sensitive name: `password=x`, `"refresh_token": "x"`, `?code=x&state=y`, `Cookie:
/// a=b`. Values bound without such a sign are found by `PairFinder+Markup`.
struct PairFinder {
    let text: DecodedText
    let bytes: [UInt8]

    private static let longestName = 64
    private static let schemes = WordTable<Void>(
        ["bearer", "basic", "digest", "dpop", "negotiate", "token"].map { ($0, ()) }
    )

    init(text: DecodedText) {
        self.text = text
        bytes = text.bytes
    }

    func find(into findings: inout [Finding]) {
        var place = 0
        while place < bytes.count {
            guard let value = secretValue(at: place) else {
                // Other names and values may stand between the name of a part and its content.
                if let content = partOfForm(at: place) { findings.append(content) }
                place += 1
                continue
            }
            findings.append(value)
            place = max(place + 1, value.range.upperBound)
        }
    }

    private func secretValue(at place: Int) -> Finding? {
        switch bytes[place] {
        case UInt8(ascii: ":"), UInt8(ascii: "="): secretValue(boundAt: place)
        case UInt8(ascii: ","): listedValue(after: place)
        case UInt8(ascii: ">"): element(after: place)
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): quotedValue(afterNameBefore: place)
        default: nil
        }
    }

    private func secretValue(boundAt sign: Int) -> Finding? {
        guard !isReplacement(around: sign), let nameRange = name(before: sign), let name = SecretName(bytes[nameRange])
        else { return nil }
        let isQuery = isInQuery(nameRange)
        let range = value(after: sign, of: name, isQuery: isQuery)
        guard !range.isEmpty, !isProse(range, after: sign, kind: name.kind) else { return nil }
        let isBound = isQuery || startsQuery(nameRange, range)
        guard name.isSecret(bytes[range]) || isBound && !isShortNumber(range) else { return nil }
        return Finding(range: range, kind: name.kind)
    }

    /// `[email:1f2e3d4c]` replaces a value that was removed before.
    private func isReplacement(around sign: Int) -> Bool {
        bytes[sign] == UInt8(ascii: ":") && bytes.at(sign - 6) == UInt8(ascii: "[")
            && bytes.at(sign + 9) == UInt8(ascii: "]")
            && bytes[sign + 1..<sign + 9].allSatisfy(ByteKind.isHexadecimal)
    }

    /// The name that ends before the sign, without quotes and space between.
    func name(before sign: Int) -> Range<Int>? {
        var end = sign
        while end > 0, sign - end < 2, bytes[end - 1] == 0x20 { end -= 1 }
        end = endWithoutBrackets(end)
        if end > 0, isQuote(bytes[end - 1]) { end -= 1 }
        var start = end
        while start > 0, end - start <= Self.longestName, isNameByte(bytes[start - 1]) { start -= 1 }
        return start < end && end - start <= Self.longestName ? start..<end : nil
    }

    /// The end of `password` in `user[password]` and `user[password][]`, but not in `[secret]`, which is a name by
    /// itself.
    private func endWithoutBrackets(_ end: Int) -> Int {
        guard end > 1, bytes[end - 1] == UInt8(ascii: "]") else { return end }
        let inner = bytes[end - 2] == UInt8(ascii: "[") && bytes.at(end - 3) == UInt8(ascii: "]") ? end - 3 : end - 1
        var start = inner
        while start > 0, inner - start <= Self.longestName, isNameByte(bytes[start - 1]) || isQuote(bytes[start - 1]) {
            start -= 1
        }
        let before = bytes.at(start - 2)
        let isIndex =
            bytes.at(start - 1) == UInt8(ascii: "[") && (ByteKind.isWord(before) || before == UInt8(ascii: "]"))
        return isIndex ? inner : end
    }

    private func isNameByte(_ byte: UInt8) -> Bool {
        ByteKind.isWord(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }

    func isQuote(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "`")
    }

    // MARK: Values

    private func value(after sign: Int, of name: SecretName, isQuery: Bool) -> Range<Int> {
        var start = sign + 1
        if bytes.at(start) == UInt8(ascii: ">") { start += 1 }
        let afterSign = start
        while start < bytes.count, start - afterSign < 4, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
        if let inner = unwrapped(start) { start = inner }
        guard start < bytes.count else { return start..<start }
        if isQuote(bytes[start]) { return quotedValue(from: start) }
        if bytes[start] == UInt8(ascii: "[") { return name.isAmbiguous ? start..<start : listValue(from: start) }
        if bytes[start] == UInt8(ascii: "{") { return start..<start }
        if name.isCookie, bytes[sign] == UInt8(ascii: ":") { return start..<endOfLine(from: start) }
        let end = endOfWord(from: start, stopsAtSigns: name.isAmbiguous && !isQuery)
        guard bytes.at(end) == 0x20, Self.schemes[bytes[start..<end]] != nil else {
            return start..<end
        }
        return start..<endOfWord(from: end + 1)
    }

    /// The position within `Optional(`, as Swift prints optional values.
    private func unwrapped(_ start: Int) -> Int? {
        var inner = start
        for _ in 0..<4 where bytes.matches("optional(", at: inner) { inner += 9 }
        return inner > start ? inner : nil
    }

    /// The value ends at a quote written like the opening one: `\"` within `"` is part of the value.
    func quotedValue(from quote: Int) -> Range<Int> {
        let width = text.width(at: quote)
        var end = quote + 1
        while end < bytes.count, bytes[end] != bytes[quote] || text.width(at: end) != width { end += 1 }
        return quote + 1..<end
    }

    private func listValue(from bracket: Int) -> Range<Int> {
        if SecretName.isReplacement(bytes[bracket...]) { return bracket..<bracket }
        var end = bracket + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "]"), bytes[end] != 0x0A { end += 1 }
        return bracket..<min(end + 1, bytes.count)
    }

    func endOfLine(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D, bytes[end] != UInt8(ascii: "\"") { end += 1 }
        return end
    }

    /// A value that may turn out not to be a secret ends at the next sign, so that no text is read repeatedly.
    func endOfWord(from start: Int, stopsAtSigns: Bool = false) -> Int {
        var end = start
        while end < bytes.count, !endsWord(end) {
            if stopsAtSigns, bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: ":") { break }
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
            return next <= 0x20 || isQuote(next) || next == UInt8(ascii: ")") || next == UInt8(ascii: "}")
        case let byte: return byte <= 0x20
        }
    }

    /// "nonce: mismatch" and "email: not verified" describe an error. A password can be any word, so a password is
    /// never prose.
    private func isProse(_ value: Range<Int>, after sign: Int, kind: Finding.Kind) -> Bool {
        guard kind != .secret, bytes[sign] == UInt8(ascii: ":"), bytes[value.lowerBound - 1] == 0x20 else {
            return false
        }
        return bytes[value].allSatisfy { $0 &- 0x61 < 26 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }

    // MARK: Queries

    /// In a query, an OAuth name (RFC 6749 §4.1.2) is decisive, whatever the value looks like.
    private func isInQuery(_ name: Range<Int>) -> Bool {
        guard bytes.at(name.upperBound) == UInt8(ascii: "=") else { return false }
        let before = bytes.at(name.lowerBound - 1)
        return before == UInt8(ascii: "?") || before == UInt8(ascii: "&") || before == UInt8(ascii: "#")
    }

    /// The body of a form: no question mark before it, but an ampersand after.
    private func startsQuery(_ name: Range<Int>, _ value: Range<Int>) -> Bool {
        name.lowerBound == 0 && bytes.at(name.upperBound) == UInt8(ascii: "=")
            && bytes.at(value.upperBound) == UInt8(ascii: "&")
    }

    private func isShortNumber(_ range: Range<Int>) -> Bool {
        let digits = bytes[range].first == UInt8(ascii: "-") ? bytes[range].dropFirst() : bytes[range]
        return digits.count < 6 && digits.allSatisfy(ByteKind.isDigit)
            || SecretName.isReplacement(bytes[range])
    }
}
