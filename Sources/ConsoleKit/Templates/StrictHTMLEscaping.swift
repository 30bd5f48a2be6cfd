import Mustache

/// HTML text escaping byte by byte.
///
/// The library's own escaping compares characters. To it a quotation mark with a combining accent is another
/// character, which it does not escape, although it ends an attribute in a browser.
struct StrictHTMLEscaping: MustacheContentType {
    func escapeText(_ text: String) -> String { Self.escaped(text) }

    static func escaped(_ text: String) -> String {
        guard text.utf8.contains(where: { entity(for: $0) != nil }) else { return text }
        var escaped = [UInt8]()
        escaped.reserveCapacity(text.utf8.count + 32)
        for byte in text.utf8 {
            if let entity = entity(for: byte) {
                escaped.append(contentsOf: entity.utf8)
            } else {
                escaped.append(byte)
            }
        }
        return String(decoding: escaped, as: UTF8.self)
    }

    private static func entity(for byte: UInt8) -> String? {
        switch byte {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x3E: "&gt;"
        case 0x22: "&quot;"
        case 0x27: "&#39;"
        default: nil
        }
    }
}
