/// Finds tokens in links and in commands: the part of a path after `reset` or `verify`, random values of a query, and the
/// password in `-u user:password`.
struct LinkFinder {
    let bytes: [UInt8]

    private static let shortest = 6
    private static let longestPart = 128
    private static let longestName = 32

    func find(into findings: inout [Finding]) {
        var place = 0
        while place < bytes.count {
            var found: Range<Int>?
            switch bytes[place] {
            case UInt8(ascii: "/"): found = pathToken(after: place)
            case UInt8(ascii: "="): found = queryToken(after: place)
            case UInt8(ascii: "-") where bytes.at(place - 1) <= 0x20: found = password(ofCommandAt: place)
            default: break
            }
            if let found { findings.append(Finding(range: found, kind: .token)) }
            place = max(place + 1, found?.upperBound ?? 0)
        }
    }

    // MARK: Paths

    /// The part of a path after a part that says that a token follows.
    private func pathToken(after slash: Int) -> Range<Int>? {
        var start = slash
        while start > 0, slash - start <= Self.longestName, isNameByte(bytes[start - 1]) { start -= 1 }
        guard start < slash,
            bytes.at(start - 1) == UInt8(ascii: "/") || bytes.at(start - 1) == UInt8(ascii: ":") || start == 0
                || bytes.at(start - 1) <= 0x20 || bytes.at(start - 1) == UInt8(ascii: "="),
            isStep(bytes[start..<slash])
        else { return nil }
        let part = self.part(from: slash + 1)
        return isToken(part) ? part : nil
    }

    private func isStep(_ name: ArraySlice<UInt8>) -> Bool {
        if Self.steps[lettersAndDigitsOf: name] != nil { return true }
        // `verify-email`, `reset-password`.
        let first = name.prefix { ByteKind.isLetter($0) }
        return first.count < name.count && Self.steps[first] != nil
    }

    private func isNameByte(_ byte: UInt8) -> Bool { ByteKind.isWord(byte) || byte == UInt8(ascii: "-") }

    private func part(from start: Int) -> Range<Int> {
        var end = start
        while end < bytes.count, end - start <= Self.longestPart,
            ByteKind.isWord(bytes[end]) || bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: ".")
                || bytes[end] == UInt8(ascii: "~")
        { end += 1 }
        while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
        return start..<end
    }

    /// Letters and digits, capitals and small letters in one word, or a number of at least four digits.
    private func isToken(_ range: Range<Int>) -> Bool {
        let text = bytes[range]
        guard text.count >= 4, text.count <= Self.longestPart else { return false }
        let digits = text.count(where: ByteKind.isDigit)
        if digits == text.count { return true }
        guard text.count >= 6, digits > 0, text.contains(where: ByteKind.isLetter) else { return false }
        // The name of a file, of a protocol.
        return !text.contains(UInt8(ascii: ".")) && !text.begins(with: "oauth")
    }

    // MARK: Queries

    private func queryToken(after sign: Int) -> Range<Int>? {
        // Most values are short.
        for place in sign + 1..<sign + 1 + Self.shortest {
            guard ByteKind.isWord(bytes.at(place)) || bytes.at(place) == UInt8(ascii: "-") else { return nil }
        }
        var start = sign
        while start > 0, sign - start <= Self.longestName, isNameByte(bytes[start - 1]) { start -= 1 }
        let before = bytes.at(start - 1)
        guard start < sign, before == UInt8(ascii: "?") || before == UInt8(ascii: "&") || before == UInt8(ascii: "#")
        else { return nil }
        let name = bytes[start..<sign]
        let value = part(from: sign + 1)
        guard value.count >= 6, value.count <= Self.longestPart, Self.identifiers[lettersAndDigitsOf: name] == nil
        else { return nil }
        let text = bytes[value]
        let digits = text.count(where: ByteKind.isDigit)
        guard digits > 0, text.contains(where: ByteKind.isLetter) else { return nil }
        if Self.tokens[lettersAndDigitsOf: name] != nil { return value }
        // 32 hexadecimal digits.
        if text.count == 32, text.allSatisfy(ByteKind.isHexadecimal) { return value }
        guard text.count >= 10,
            text.allSatisfy({ ByteKind.isLetterOrDigit($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") })
        else { return nil }
        return Self.isRandom(text) ? value : nil
    }

    /// Capitals, small letters and digits, which change at a third of all places.
    private static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
        var (changes, previous, kinds) = (0, 0, 0)
        for byte in text {
            let kind = ByteKind.isDigit(byte) ? 1 : ByteKind.isUpper(byte) ? 2 : ByteKind.isLetter(byte) ? 4 : 0
            if kind != previous { changes += 1 }
            kinds |= kind
            previous = kind
        }
        return kinds == 7 && changes * 3 >= text.count
    }

    // MARK: Commands

    /// `-u ada:x` and `--user ada:x` of curl.
    private func password(ofCommandAt dash: Int) -> Range<Int>? {
        var start = dash
        if bytes.matches("--user", at: dash) {
            start += 6
        } else if bytes.matches("-u", at: dash) || bytes.matches("-a", at: dash) {
            start += 2
        } else {
            return nil
        }
        guard bytes.at(start) == 0x20 || bytes.at(start) == UInt8(ascii: "=") else { return nil }
        start += 1
        guard start < bytes.count, !SecretName.isReplacement(bytes[start...]) else { return nil }
        if bytes.at(start) == UInt8(ascii: "'") || bytes.at(start) == UInt8(ascii: "\"") { start += 1 }
        var colon = start
        while colon < bytes.count, colon - start < Self.longestName * 2, bytes[colon] > 0x20,
            bytes[colon] != UInt8(ascii: ":")
        { colon += 1 }
        guard bytes.at(colon) == UInt8(ascii: ":"), bytes.at(colon + 1) != UInt8(ascii: "/"),
            !SecretName.hasReplacement(bytes[start...colon])
        else { return nil }
        let isQuoted = bytes[start - 1] != 0x20 && bytes[start - 1] != UInt8(ascii: "=")
        var end = colon + 1
        while end < bytes.count, isQuoted ? bytes[end] != bytes[start - 1] : bytes[end] > 0x20 { end += 1 }
        guard end > colon + 1, !SecretName.isReplacement(bytes[(colon + 1)...]) else { return nil }
        return colon + 1..<end
    }

    // MARK: Tables

    private static let steps = WordTable<Void>(
        """
        verify verification verifyemail confirm confirmation confirmemail reset resetpassword passwordreset forgot magic magiclink \
        invite invites invitation invitations activate activation token tokens otp code codes unlock recover recovery callback edit ticket \
        unsubscribe redeem
        """
    )
    /// Names of a query whose value is a token, whatever it looks like.
    private static let tokens = WordTable<Void>(
        """
        t k tk tok tkn sig signature hash h hmac ticket st otc oobcode auth key s c code u idtokenhint logintoken invite invitation \
        session sid confirmation verification magic secret
        """
    )
    /// Names of a query with identifiers, which are no secrets.
    private static let identifiers = WordTable<Void>(
        """
        id trace traceid spanid requestid correlationid device deviceid model version v appversion build userid user tenant client clientid \
        locale lang installation installationid ref commit sha os platform time date from to since until
        """
    )
}
