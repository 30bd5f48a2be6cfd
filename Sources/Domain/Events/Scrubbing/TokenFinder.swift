/// Finds machine-made texts: JWTs, this server's credentials, Apple's codes and tokens, long random texts.
struct TokenFinder {
    let bytes: [UInt8]

    private static let shortestRun = 16
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
            if isJSONObjectStart(start), unit.upperBound - start >= Self.shortestRun {
                findings.append(token(start..<unit.upperBound))
                rest = unit.lowerBound..<start
                break
            }
            if let end = endOfCredential(from: start, in: unit) {
                findings.append(token(start..<end))
                readTo = end
            }
        }
        guard rest.count >= Self.shortestOpaque else { return }
        let parts = parts(of: rest, at: Self.separators.dot)
        for part in parts where isOpaque(part) { findings.append(token(part)) }
        guard parts.count >= 4 else { return }
        for index in 0...parts.count - 4 where isAppleCode(parts[index..<index + 4]) {
            findings.append(token(parts[index].lowerBound..<parts[index + 3].upperBound))
        }
    }

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
        return end - secretStart >= Self.shortestRun ? end : nil
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
