/// Finds machine-made texts: JWTs, this server's credentials, Apple's codes and tokens, long random texts.
struct TokenFinder {
    let bytes: [UInt8]

    /// `user:password` in base64, and Apple's codes of 16.
    private static let shortestRun = 12
    private static let shortestCredential = 16
    private static let shortestOpaque = 32
    private static let separators = (dot: UInt8(ascii: "."), slash: UInt8(ascii: "/"))

    func find(into findings: inout [Finding]) {
        var place = 0
        while place < bytes.count {
            let end = endOfRun(from: place)
            if end - place >= Self.shortestRun { examine(place..<end, &findings) }
            place = max(end, place + 1)
        }
    }

    private func endOfRun(from start: Int) -> Int {
        var place = start
        while place < bytes.count, ByteKind.isLetterOrDigit(bytes[place]) || ByteKind.joinsToken(bytes[place]) {
            place += 1
        }
        return place
    }

    /// A run may be a path with a token in it, or one token in base64, which has slashes too.
    private func examine(_ run: Range<Int>, _ findings: inout [Finding]) {
        let before = findings.count
        var unitStart = run.lowerBound
        for place in run.lowerBound...run.upperBound where place == run.upperBound || endsUnit(bytes[place]) {
            if place - unitStart >= Self.shortestRun { examineUnit(unitStart..<place, &findings) }
            unitStart = place + 1
        }
        guard bytes[run].contains(where: endsUnit) else { return }
        guard findings.count == before || run.contains(where: { bytes[$0] == UInt8(ascii: "+") }) else { return }
        for part in parts(of: run, at: Self.separators.dot) where isOpaque(part) { findings.append(token(part)) }
    }

    private func endsUnit(_ byte: UInt8) -> Bool {
        byte == Self.separators.slash || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "~")
    }

    /// A unit holds only base64url and points.
    private func examineUnit(_ unit: Range<Int>, _ findings: inout [Finding]) {
        var readTo = unit.lowerBound
        // What comes before a JWT may be a token of its own.
        var rest = unit
        for start in unit where start >= readTo && !ByteKind.isLetterOrDigit(bytes.at(start - 1)) {
            if isJSONObjectStart(start), unit.upperBound - start >= Self.shortestCredential {
                findings.append(token(start..<unit.upperBound))
                rest = unit.lowerBound..<start
                break
            }
            if let end = endOfCredential(from: start, in: unit) {
                findings.append(token(start..<end))
                readTo = end
            }
        }
        if isKnown(rest) || isPairInBase64(rest) || isBareHash(rest) {
            findings.append(token(rest))
            return
        }
        guard rest.count >= Self.shortestOpaque, !isSymbol(rest) else { return }
        let parts = parts(of: rest, at: Self.separators.dot)
        for part in parts where isOpaque(part) { findings.append(token(part)) }
        guard parts.count >= 4 else { return }
        for index in 0...parts.count - 4 where isAppleCode(parts[index..<index + 4]) {
            findings.append(token(parts[index].lowerBound..<parts[index + 3].upperBound))
        }
    }

    /// The mangled name of a function in a stack trace.
    private func isSymbol(_ unit: Range<Int>) -> Bool {
        bytes.at(unit.lowerBound - 1) == UInt8(ascii: "$") && bytes[unit.lowerBound] == UInt8(ascii: "s")
            && ByteKind.isDigit(bytes.at(unit.lowerBound + 1))
    }

    /// Access keys of other services, by the beginnings that these give them.
    private func isKnown(_ unit: Range<Int>) -> Bool {
        let text = bytes[unit]
        if text.count == 20, text.starts(with: "AKIA".utf8) || text.starts(with: "ASIA".utf8) {
            return text.allSatisfy { ByteKind.isUpper($0) || ByteKind.isDigit($0) }
        }
        return Self.beginnings.contains { text.starts(with: $0.utf8) }
    }

    private static let beginnings = [
        "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "sb_secret_", "sbp_", "ghp_", "gho_", "ghs_", "ghu_",
        "github_pat_", "glpat-",
        "xoxb-", "xoxp-", "xoxa-", "AIza", "ya29.", "npm_", "SG.", "shpat_", "EAAC", "dop_v1_", "GOCSPX-",
    ]

    /// `user:password` in base64, as after *Basic*.
    private func isPairInBase64(_ unit: Range<Int>) -> Bool {
        guard unit.count >= 12, unit.count <= 256 else { return false }
        var (bits, count, colons, letters) = (0, 0, 0, 0)
        for place in unit {
            guard let value = Self.base64Value(bytes[place]) else { return false }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            guard count >= 8 else { continue }
            count -= 8
            let byte = UInt8(truncatingIfNeeded: bits >> count)
            guard byte > 0x1F, byte < 0x7F else { return false }
            if byte == UInt8(ascii: ":") { colons += 1 } else if ByteKind.isLetterOrDigit(byte) { letters += 1 }
        }
        // What is left over is zero in a text that ends there.
        return colons == 1 && letters >= 6 && bits & ((1 << count) - 1) == 0
    }

    private static func base64Value(_ byte: UInt8) -> Int? {
        if ByteKind.isUpper(byte) { return Int(byte - 0x41) }
        if ByteKind.isLetter(byte) { return Int(byte - 0x61) + 26 }
        return ByteKind.isDigit(byte) ? Int(byte - 0x30) + 52 : nil
    }

    /// 32 hexadecimal digits, which a key or a hash may be, where nothing says that it is the id of a trace or of
    /// another thing.
    private func isBareHash(_ unit: Range<Int>) -> Bool {
        guard unit.count == Self.shortestOpaque, bytes[unit].allSatisfy(ByteKind.isHexadecimal),
            bytes[unit].contains(where: ByteKind.isLetter),
            bytes[unit].contains(where: ByteKind.isDigit)
        else { return false }
        var place = unit.lowerBound
        while place > 0, unit.lowerBound - place < 3, !ByteKind.isWord(bytes[place - 1]) {
            if bytes[place - 1] == 0x0A { return false }
            place -= 1
        }
        let end = place
        while place > 0, end - place < Self.shortestOpaque, ByteKind.isWord(bytes[place - 1]) { place -= 1 }
        return place < end && Self.secretsBefore[lettersAndDigitsOf: bytes[place..<end]] != nil
    }

    /// The words before a secret of 32 digits.
    private static let secretsBefore = WordTable<Void>(
        """
        key apikey token secret session hash password cookie nonce is activate link credentials
        """
    )

    /// `{"` in base64url: how the head of every JWT begins (RFC 7519 §3.1).
    private func isJSONObjectStart(_ place: Int) -> Bool {
        bytes.at(place) == UInt8(ascii: "e") && bytes.at(place + 1) == UInt8(ascii: "y")
            && bytes.at(place + 2) == UInt8(ascii: "J")
    }

    private func endOfCredential(from start: Int, in unit: Range<Int>) -> Int? {
        guard bytes[start] == UInt8(ascii: "g"), bytes.at(start + 1) == UInt8(ascii: "h"),
            bytes.at(start + 2) == UInt8(ascii: "_"),
            let prefix = Credential.Prefix.allCases.first(where: { bytes[start...].starts(with: $0.rawValue.utf8) })
        else { return nil }
        var end = start + prefix.rawValue.utf8.count
        let secretStart = end
        while end < unit.upperBound, bytes[end] != Self.separators.dot { end += 1 }
        return end - secretStart >= Self.shortestCredential ? end : nil
    }

    /// `c…….0.xxxx.……`: Apple's authorization code; refresh and access tokens begin with `r` and `a`.
    private func isAppleCode(_ parts: ArraySlice<Range<Int>>) -> Bool {
        let first = parts.startIndex
        guard parts[first].count > 16, (1...3).contains(parts[first + 1].count),
            (1...12).contains(parts[first + 2].count),
            parts[first + 3].count >= 16
        else { return false }
        return ByteKind.isLetter(bytes[parts[first].lowerBound])
            && parts[first + 1].allSatisfy { ByteKind.isDigit(bytes[$0]) }
            && parts[first + 2].allSatisfy { ByteKind.isLetterOrDigit(bytes[$0]) }
    }

    private func isOpaque(_ range: Range<Int>) -> Bool {
        guard range.count >= Self.shortestOpaque else { return false }
        return Randomness(of: bytes[range]).isOpaque
    }

    private func parts(of range: Range<Int>, at separator: UInt8) -> [Range<Int>] {
        var parts = [Range<Int>]()
        var start = range.lowerBound
        for place in range where bytes[place] == separator {
            parts.append(start..<place)
            start = place + 1
        }
        parts.append(start..<range.upperBound)
        return parts
    }

    /// Includes the padding of base64, but not the full stop of a sentence.
    private func token(_ range: Range<Int>) -> Finding {
        var end = range.upperBound
        while end < bytes.count, end < range.upperBound + 2, bytes[end] == UInt8(ascii: "=") { end += 1 }
        if end == range.upperBound, bytes[end - 1] == Self.separators.dot, bytes.at(end) <= 0x20 { end -= 1 }
        return Finding(range: range.lowerBound..<end, kind: .token)
    }
}
