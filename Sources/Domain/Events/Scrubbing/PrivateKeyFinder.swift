/// Finds private keys in PEM (RFC 7468): all between `-----BEGIN … PRIVATE KEY-----` and `-----END …`.
///
/// A text that was cut may have one of the two lines only. The rest of it belongs to the key then, because the lines of
/// base64 between them can be too short for a token.
struct PrivateKeyFinder {
    let bytes: [UInt8]

    private static let longestLabel = 64

    func find(into findings: inout [Finding]) {
        // The text up to here was judged.
        var start = 0
        var isWithinKey = false
        for place in bytes.indices where place >= start && bytes.matches("-----", at: place) {
            if let end = line("-----begin ", at: place) {
                start = end
                isWithinKey = true
            } else if let end = line("-----end ", at: place) {
                if start < place { findings.append(Finding(range: start..<place, kind: .secret)) }
                start = end
                isWithinKey = false
            }
        }
        guard isWithinKey, start < bytes.count else { return }
        findings.append(Finding(range: start..<bytes.count, kind: .secret))
    }

    /// The end of a line such as `-----BEGIN EC PRIVATE KEY-----`.
    private func line(_ beginning: StaticString, at place: Int) -> Int? {
        guard bytes.matches(beginning, at: place) else { return nil }
        var end = place + beginning.utf8CodeUnitCount
        let limit = min(bytes.count, end + Self.longestLabel)
        while end < limit, bytes[end] != UInt8(ascii: "-") { end += 1 }
        guard bytes.matches("private key", at: end - 11) else { return nil }
        while end < bytes.count, bytes[end] == UInt8(ascii: "-") { end += 1 }
        return end
    }
}
