/// Checks that a text can be normalised in linear time (UAX #15, stream-safe text format).
///
/// Swift compares, hashes and searches strings by their normal form. That requires sorting a run of combining marks
/// that is out of canonical order, at a cost of the square of its length. No language puts more than a few marks on one
/// letter.
public enum StreamSafeText {
    /// The permitted number of marks in a row.
    public static let maximumMarks = 30

    /// Returns whether at most `maximumMarks` combining marks follow each other.
    /// - Parameter bytes: valid UTF-8.
    static func holds(_ bytes: UnsafeBufferPointer<UInt8>, maximumMarks: Int = maximumMarks) -> Bool {
        var marks = 0
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            // Scalars up to U+02FF are no marks; a byte below 0xCC begins such a scalar, or continues one that was
            // checked.
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

    /// Returns the next position at which a scalar beyond U+02FF may begin; skips eight bytes at a time while they are
    /// ASCII.
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

    /// U+4000 to U+9FFF and U+B000 to U+DFFF are ideographs and Hangul.
    private static func hasNoMarks(scalarsStartingWith byte: UInt8) -> Bool {
        (0xE4...0xE9).contains(byte) || (0xEB...0xED).contains(byte)
    }

    /// Counts the marks in the decomposition of a scalar: 0 when it begins with another character.
    private static func weight(of bytes: UnsafeBufferPointer<UInt8>, at place: Int, _ length: Int) -> Int {
        var value = UInt32(bytes[place]) & (length == 2 ? 0x1F : length == 3 ? 0x0F : 0x07)
        for next in place + 1..<place + length { value = value << 6 | UInt32(bytes[next] & 0x3F) }
        switch value {
        case 0x0344, 0x0F73, 0x0F75, 0x0F81: return 2
        // The combining grapheme joiner breaks a run (UAX #15).
        case 0x034F: return 0
        case 0x0300...0x036F: return 1
        // These ranges of Hangul, joiners, punctuation and emoji contain no marks.
        case 0x1100...0x135C, 0x2000...0x20CF, 0x1F000...0x1FFFF: return 0
        // The half-width voicing marks become marks in compatibility forms.
        case 0xFF9E, 0xFF9F: return 1
        default:
            return Unicode.Scalar(value).map { $0.properties.canonicalCombiningClass == .notReordered ? 0 : 1 } ?? 0
        }
    }
}

extension String {
    /// Whether at most `StreamSafeText.maximumMarks` combining marks follow each other. Takes time linear in the bytes.
    public var isStreamSafe: Bool { withBytes { StreamSafeText.holds($0) } }
}
