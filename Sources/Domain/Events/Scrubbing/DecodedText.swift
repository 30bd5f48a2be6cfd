/// A text with the escapes of URLs, of JSON and of HTML decoded, with ASCII for what looks like it (`Lookalike`) and without
/// invisible characters, which records the source of each byte.
///
/// It is used for matching only: the kept text is copied from the source. So a wrong guess about an escape can hide
/// nothing else.
struct DecodedText {
    /// The levels of escapes: a link within a link within a link, and one more.
    private static let levels = 4

    private(set) var bytes: [UInt8]
    private var hasEscapedLines = false
    /// The source offset of each byte, and of the end; nil when the text has no escapes.
    private var origins: [Int32]?

    /// - Parameter hasEscapes: whether there is anything to decode.
    init(_ source: [UInt8], hasEscapes: Bool = true) {
        bytes = source
        guard hasEscapes else { return }
        var level = 0
        while level < Self.levels, decodeOnce() { level += 1 }
        if origins != nil, let first = bytes.firstIndex(of: 0x0A) { hasEscapedLines = width(at: first) > 1 }
    }

    func sourceRange(of range: Range<Int>) -> Range<Int> {
        guard let origins else { return range }
        return Int(origins[range.lowerBound])..<Int(origins[range.upperBound])
    }

    func text(of range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Whether the quotation mark ends or begins a text within JSON whose line breaks are written as `\n`.
    func isEdge(at place: Int) -> Bool {
        hasEscapedLines && bytes[place] == UInt8(ascii: "\"") && width(at: place) == 1
    }

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
                if let byte = escape.byte { decoded.append(byte) } else { starts.removeLast() }
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

    /// - Returns: the byte in place of an escape, nil where nothing is, and the length of the escape.
    @inline(__always) private func escape(at place: Int) -> (byte: UInt8?, length: Int)? {
        switch bytes[place] {
        case UInt8(ascii: "%"): hexadecimal(at: place + 1).map { ($0, 3) }
        case UInt8(ascii: "\\"): backslashEscape(at: place).map { ($0.byte, $0.length) }
        case UInt8(ascii: "&"): entity(at: place).map { ($0.byte, $0.length) }
        case 0xC2, 0xD9...0xEF:
            Lookalike.invisibleLength(in: bytes, at: place).map { (nil, $0) }
                ?? Lookalike.ascii(in: bytes, at: place).map { ($0.byte, $0.length) }
        default: nil
        }
    }

    /// `&quot;`, `&#64;` and `&#x40;`.
    private func entity(at place: Int) -> (byte: UInt8, length: Int)? {
        guard bytes.at(place + 1) != UInt8(ascii: "#") else { return number(at: place + 2) }
        var end = place + 1
        while ByteKind.isLetter(bytes.at(end)), end - place < 8 { end += 1 }
        guard bytes.at(end) == UInt8(ascii: ";"), let byte = Self.entities[bytes[place + 1..<end]] else { return nil }
        return (byte, end + 1 - place)
    }

    private func number(at start: Int) -> (byte: UInt8, length: Int)? {
        let isHexadecimal = bytes.at(start) | 0x20 == UInt8(ascii: "x")
        var end = start + (isHexadecimal ? 1 : 0)
        var value = 0
        while value < 0x80, isHexadecimal ? ByteKind.isHexadecimal(bytes.at(end)) : ByteKind.isDigit(bytes.at(end)) {
            value = value * (isHexadecimal ? 16 : 10) + Int(ByteKind.hexadecimalValue(bytes[end]))
            end += 1
        }
        guard bytes.at(end) == UInt8(ascii: ";"), value > 0, value < 0x80 || value == 0xA0 else { return nil }
        return (value == 0xA0 ? 0x20 : UInt8(value), end + 1 - (start - 2))
    }

    private static let entities = WordTable<UInt8>(
        [
            ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")), ("amp", UInt8(ascii: "&")),
            ("lt", UInt8(ascii: "<")),
            ("gt", UInt8(ascii: ">")), ("nbsp", 0x20), ("commat", UInt8(ascii: "@")), ("colon", UInt8(ascii: ":")),
            ("equals", UInt8(ascii: "=")), ("plus", UInt8(ascii: "+")), ("period", UInt8(ascii: ".")),
        ]
    )

    private func backslashEscape(at place: Int) -> (byte: UInt8, length: Int)? {
        switch bytes.at(place + 1) {
        case UInt8(ascii: "n"): (0x0A, 2)
        case UInt8(ascii: "r"): (0x0D, 2)
        case UInt8(ascii: "t"): (0x09, 2)
        case UInt8(ascii: "x"): hexadecimal(at: place + 2).map { ($0, 4) }
        case UInt8(ascii: "u")
        where bytes.at(place + 2) == UInt8(ascii: "0") && bytes.at(place + 3) == UInt8(ascii: "0"):
            hexadecimal(at: place + 4).map { ($0, 6) }
        case let byte where byte > 0x20 && byte < 0x7F && !ByteKind.isWord(byte): (byte, 2)
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
