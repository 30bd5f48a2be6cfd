/// A text with the escapes of URLs and of JSON decoded, and with ASCII for what looks like it (`Lookalike`), which records
/// the source of each byte.
///
/// It is used for matching only: the kept text is copied from the source. So a wrong guess about an escape can hide
/// nothing else.
struct DecodedText {
    /// The levels of escapes: a link within a link within a link, and one more.
    private static let levels = 4

    private(set) var bytes: [UInt8]
    /// The source offset of each byte, and of the end; nil when the text has no escapes.
    private var origins: [Int32]?

    init(_ source: [UInt8]) {
        bytes = source
        for _ in 0..<Self.levels {
            guard decodeOnce() else { return }
        }
    }

    func sourceRange(of range: Range<Int>) -> Range<Int> {
        guard let origins else { return range }
        return Int(origins[range.lowerBound])..<Int(origins[range.upperBound])
    }

    func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The number of source bytes that this byte was decoded from: distinguishes `"` from `\"`.
    func width(at place: Int) -> Int { sourceRange(of: place..<place + 1).count }

    private mutating func decodeOnce() -> Bool {
        guard let first = bytes.indices.first(where: { escape(at: $0) != nil }) else { return false }
        var decoded = Array(bytes[..<first])
        var starts = (0..<first).map { origin($0) }
        decoded.reserveCapacity(bytes.count)
        starts.reserveCapacity(bytes.count + 1)
        var place = first
        while place < bytes.count {
            starts.append(origin(place))
            if let escape = escape(at: place) {
                decoded.append(escape.byte)
                place += escape.length
            } else {
                decoded.append(bytes[place])
                place += 1
            }
        }
        starts.append(origin(bytes.count))
        bytes = decoded
        origins = starts
        return true
    }

    private func origin(_ place: Int) -> Int32 { origins?[place] ?? Int32(truncatingIfNeeded: place) }

    @inline(__always) private func escape(at place: Int) -> (byte: UInt8, length: Int)? {
        switch bytes[place] {
        case UInt8(ascii: "%"): hexadecimal(at: place + 1).map { ($0, 3) }
        case UInt8(ascii: "\\"): backslashEscape(at: place)
        case 0xD9...0xEF: Lookalike.ascii(in: bytes, at: place)
        default: nil
        }
    }

    private func backslashEscape(at place: Int) -> (byte: UInt8, length: Int)? {
        switch bytes.at(place + 1) {
        case let byte where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/"):
            (byte, 2)
        case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): (UInt8(ascii: " "), 2)
        case UInt8(ascii: "u")
        where bytes.at(place + 2) == UInt8(ascii: "0") && bytes.at(place + 3) == UInt8(ascii: "0"):
            hexadecimal(at: place + 4).map { ($0, 6) }
        default: nil
        }
    }

    private func hexadecimal(at place: Int) -> UInt8? {
        let high = bytes.at(place)
        let low = bytes.at(place + 1)
        guard ByteKind.isHexadecimal(high), ByteKind.isHexadecimal(low) else { return nil }
        return ByteKind.hexadecimalValue(high) << 4 | ByteKind.hexadecimalValue(low)
    }
}
