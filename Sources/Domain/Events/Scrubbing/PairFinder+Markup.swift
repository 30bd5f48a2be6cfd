/// Finds names and values that no `=` or `:` joins.
extension PairFinder {
    private static let longestHeader = 256
    private static let valueNames = WordTable<Void>(
        ["value", "values", "val", "v", "text", "content", "data"].map { ($0, ()) }
    )

    /// `password 'x' too short`.
    func quotedValue(afterNameBefore quote: Int) -> Finding? {
        guard bytes.at(quote - 1) == 0x20, let kind = secretKind(nameBefore: quote)?.kind else { return nil }
        return finding(quotedValue(from: quote), kind)
    }

    /// `<password>x</password>`.
    func element(after bracket: Int) -> Finding? {
        guard let (range, kind) = secretKind(nameBefore: bracket), range.upperBound == bracket else { return nil }
        let before = bytes.at(range.lowerBound - 1)
        guard before == UInt8(ascii: "<") || before == UInt8(ascii: ":") else { return nil }
        var end = bracket + 1
        while end < bytes.count, bytes[end] != UInt8(ascii: "<") { end += 1 }
        return finding(bracket + 1..<end, kind)
    }

    /// `{"name":"password","value":"x"}` and `["password","x"]`.
    func listedValue(after comma: Int) -> Finding? {
        guard isQuote(bytes.at(comma - 1)), let (range, kind) = secretKind(nameBefore: comma),
            isQuote(bytes.at(range.lowerBound - 1))
        else { return nil }
        let start = skippingSpace(from: comma + 1)
        guard isQuote(bytes.at(start)) else { return nil }
        let text = quotedValue(from: start)
        let sign = skippingSpace(from: text.upperBound + 1)
        guard bytes.at(sign) == UInt8(ascii: ":") else {
            return bytes.at(range.lowerBound - 2) == UInt8(ascii: "[") ? finding(text, kind) : nil
        }
        guard Self.valueNames[bytes[text]] != nil else { return nil }
        let value = skippingSpace(from: sign + 1)
        return finding(isQuote(bytes.at(value)) ? quotedValue(from: value) : value..<endOfWord(from: value), kind)
    }

    /// `name="password"`, an empty line, and the value (RFC 7578 §4.2).
    func partOfForm(at sign: Int) -> Finding? {
        guard bytes[sign] == UInt8(ascii: "="), bytes.matches("name", at: sign - 4),
            !ByteKind.isWord(bytes.at(sign - 5)), isQuote(bytes.at(sign + 1))
        else { return nil }
        let named = quotedValue(from: sign + 1)
        guard named.count <= 64, let name = SecretName(bytes[named]), !name.isAmbiguous, isHidden(name.kind) else {
            return nil
        }
        var place = named.upperBound + 1
        let limit = min(bytes.count, place + Self.longestHeader)
        while place < limit, !isEmptyLine(at: place) { place += 1 }
        guard place < limit else { return nil }
        while place < bytes.count, ByteKind.isSpace(bytes[place]) { place += 1 }
        return finding(place..<endOfLine(from: place), name.kind)
    }

    /// A line break and another; in an escaped text each of them is read as a space.
    private func isEmptyLine(at place: Int) -> Bool {
        if bytes[place] == 0x0A {
            return bytes.at(place + 1) == 0x0A || bytes.at(place + 1) == 0x0D && bytes.at(place + 2) == 0x0A
        }
        return bytes[place] == 0x20 && bytes.at(place + 1) == 0x20
    }

    private func secretKind(nameBefore place: Int) -> (range: Range<Int>, kind: Finding.Kind)? {
        guard let range = name(before: place), let name = SecretName(bytes[range]), !name.isAmbiguous,
            isHidden(name.kind)
        else {
            return nil
        }
        return (range, name.kind)
    }

    private func isHidden(_ kind: Finding.Kind) -> Bool { kind == .secret || kind == .token }

    private func finding(_ range: Range<Int>, _ kind: Finding.Kind) -> Finding? {
        guard !range.isEmpty, SecretName(kind).isSecret(bytes[range]) else { return nil }
        return Finding(range: range, kind: kind)
    }

    private func skippingSpace(from start: Int) -> Int {
        var place = start
        while place < bytes.count, place - start < 8, ByteKind.isSpace(bytes[place]) { place += 1 }
        return place
    }
}
