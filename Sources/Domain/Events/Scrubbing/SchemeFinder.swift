/// Finds what follows `Bearer` and `Basic` (RFC 6750 §2.1, RFC 7617 §2), but not in "bearer token missing".
struct SchemeFinder {
    let bytes: [UInt8]

    private static let shortestSecret = 6

    func find(into findings: inout [Finding]) {
        var place = 0
        while place < bytes.count {
            guard let start = startOfSecret(after: place) else {
                place += 1
                continue
            }
            var end = start
            while end < bytes.count, isTokenByte(bytes[end]) { end += 1 }
            while end > start, bytes[end - 1] == UInt8(ascii: ".") { end -= 1 }
            if isSecret(start..<end) { findings.append(Finding(range: start..<end, kind: .token)) }
            place = max(end, place + 1)
        }
    }

    private func startOfSecret(after place: Int) -> Int? {
        guard bytes[place] | 0x20 == UInt8(ascii: "b"), !ByteKind.isWord(bytes.at(place - 1)) else { return nil }
        var start = place
        if bytes.matches("bearer", at: place) {
            start += 6
        } else if bytes.matches("basic", at: place) {
            start += 5
        } else {
            return nil
        }
        let end = start
        while start < bytes.count, start < end + 4, ByteKind.isSpace(bytes[start]) || bytes[start] == UInt8(ascii: ":")
        { start += 1 }
        if start == end, bytes.at(start) == UInt8(ascii: "+") { start += 1 }
        return start > end ? start : nil
    }

    /// The bytes of `token68` (RFC 9110 §11.2).
    private func isTokenByte(_ byte: UInt8) -> Bool {
        ByteKind.isLetterOrDigit(byte) || ByteKind.joinsToken(byte) || byte == UInt8(ascii: "=")
    }

    /// A word of a sentence has no digit, and a capital only at its start; `error="invalid_token"` is a parameter.
    private func isSecret(_ range: Range<Int>) -> Bool {
        guard range.count >= Self.shortestSecret else { return false }
        let secret = bytes[range]
        if let sign = secret.firstIndex(of: UInt8(ascii: "=")) {
            let isPadding = secret[sign...].allSatisfy { $0 == UInt8(ascii: "=") }
            guard isPadding, bytes.at(range.upperBound) != UInt8(ascii: "\"") else { return false }
            return true
        }
        if secret.contains(where: ByteKind.isDigit) { return true }
        return secret.dropFirst().contains(where: ByteKind.isUpper)
            && !secret.allSatisfy { !ByteKind.isLetter($0) || ByteKind.isUpper($0) }
    }
}
