import StrictJSON

/// Writes values so that the parser reads them back.
enum QueryNotation {
    /// The value as it is when it has nothing special, otherwise in quotation marks.
    static func value(_ text: String, of field: QueryField) -> String {
        let bytes = Array(text.utf8)
        let isPlain =
            !bytes.isEmpty && !text.hasSameBytes(as: "none") && bytes[0] != UInt8(ascii: "<")
            && bytes[0] != UInt8(ascii: ">")
            && !(field.hasOrder && text.containsBytes(of: ".."))
            && !text.containsBytes(of: QueryScanner.noBreakSpace)
            && !bytes.contains { isSpecial($0, in: field) }
        return isPlain ? text : quoted(text)
    }

    /// The value in quotation marks; fields of a page lose line breaks, so these have numbers, as has what cannot be seen.
    static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            let isMark = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            bytes += isMark || isControl(byte) ? escaped(byte) : [byte]
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    /// The pattern with backslashes before special characters; a message that is searched without wildcards is a value.
    static func pattern(_ pattern: WildcardPattern, of field: QueryField) -> String {
        let parts = field == .message ? Array(pattern.parts.dropFirst().dropLast()) : pattern.parts
        if field == .message, parts.count == 1 { return value(String(decoding: parts[0], as: UTF8.self), of: field) }
        let text = parts.map { escaped($0, of: field) }.joined(separator: "*")
        return text.utf8.first == UInt8(ascii: "<") || text.utf8.first == UInt8(ascii: ">") ? "\\\(text)" : text
    }

    private static func escaped(_ part: [UInt8], of field: QueryField) -> String {
        var bytes = [UInt8]()
        for (place, byte) in part.enumerated() {
            let startsSpace = part[place...].starts(with: QueryScanner.noBreakSpace.utf8)
            let startsRange = field.hasOrder && part[place...].starts(with: "..".utf8)
            bytes += startsSpace || startsRange || isSpecial(byte, in: field) ? escaped(byte) : [byte]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        isControl(byte) ? Array("\\u{\(String(byte, radix: 16, uppercase: true))}".utf8) : [UInt8(ascii: "\\"), byte]
    }

    private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F }

    private static func isSpecial(_ byte: UInt8, in field: QueryField) -> Bool {
        switch byte {
        case _ where isControl(byte): true
        case 0x20, UInt8(ascii: "\""), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"),
            UInt8(ascii: "\\"):
            true
        case UInt8(ascii: ","): !field.hasCommas
        default: false
        }
    }
}
