/// Text that can be normalised in linear time (UAX #15, stream-safe text format).
///
/// Swift's texts compare, hash and search by their normal form. A run of combining marks out of canonical order has to
/// be sorted for that, at a cost of the square of its length. No language writes more than a few marks upon one letter.
public enum StreamSafeText {
    /// As many marks may stand in a row.
    public static let maximumMarks = 30

    /// True when no more than `maximumMarks` combining marks stand in a row.
    /// - Parameter bytes: UTF-8, checked before.
    static func holds(_ bytes: UnsafeBufferPointer<UInt8>, maximumMarks: Int = maximumMarks) -> Bool {
        var marks = 0
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            // Up to U+02FF there is no mark; a byte below 0xCC begins such a scalar, or goes on with one that was
            // looked at.
            guard byte >= 0xCC else {
                marks = 0
                place = nextWide(in: bytes, from: place + 1)
                continue
            }
            let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
            guard place + length <= bytes.count else { return true }
            let found = hasNoMarks(scalarsStartingWith: byte) ? 0 : weight(of: bytes, at: place, length)
            marks = found == 0 ? 0 : marks + found
            guard marks <= maximumMarks else { return false }
            place += length
        }
        return true
    }

    /// The next place at which a scalar beyond U+02FF may begin: eight bytes at a time while they are ASCII.
    private static func nextWide(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var place = start
        guard let base = bytes.baseAddress.map(UnsafeRawPointer.init) else { return bytes.count }
        while place + 8 <= bytes.count,
            base.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            place += 8
        }
        return place
    }

    /// U+4000 to U+9FFF and U+B000 to U+DFFF: ideographs and Hangul.
    private static func hasNoMarks(scalarsStartingWith byte: UInt8) -> Bool {
        (0xE4...0xE9).contains(byte) || (0xEB...0xED).contains(byte)
    }

    /// How many marks a scalar becomes in its decomposition: 0 when it begins with another character.
    private static func weight(of bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ length: Int) -> Int {
        var value = UInt32(bytes[place]) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for next in place + 1..<place + length { value = value << 6 | UInt32(bytes[next] & 0x3F) }
        switch value {
        case 0x0344, 0x0F73, 0x0F75, 0x0F81: return 2
        // The joiner that breaks a run, by the same annex.
        case 0x034F: return 0
        case 0x0300...0x036F: return 1
        // Hangul, joiners and punctuation, emoji: none among them.
        case 0x1100...0x135C, 0x2000...0x20CF, 0x1F000...0x1FFFF: return 0
        // Half-width voicing marks, which become marks in compatibility forms.
        case 0xFF9E, 0xFF9F: return 1
        default:
            return Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass == .notReordered ? 0 : 1 } ?? 0
        }
    }
}

extension String {
    /// True when no more than `StreamSafeText.maximumMarks` combining marks stand in a row. Takes time linear in its
    /// bytes.
    public var isStreamSafe: Bool { withBytes { StreamSafeText.holds($0) } }
}
