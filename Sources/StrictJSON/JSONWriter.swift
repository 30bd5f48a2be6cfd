struct JSONWriter {
    private static let digits = Array("0123456789abcdef".utf8)
    /// The character after the backslash for each ASCII byte: 0 when the byte needs no escape, `u` for `\u00XX`.
    private static let escapes: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 128)
        for control in 0..<0x20 { table[control] = UInt8(ascii: "u") }
        for embedded in "<>&\u{7F}".utf8 { table[Int(embedded)] = UInt8(ascii: "u") }
        for (byte, letter) in zip("\"\\\n\r\t".utf8, "\"\\nrt".utf8) { table[Int(byte)] = letter }
        return table
    }()

    private(set) var bytes: [UInt8] = []

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .integer(let number): bytes.append(contentsOf: String(number).utf8)
        case .number(let number): bytes.append(contentsOf: (number.isFinite ? number.description : "null").utf8)
        case .string(let text): write(text)
        case .array(let elements): write(elements)
        case .object(let object): write(object)
        }
    }

    private mutating func write(_ elements: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ object: JSONObject) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in object.members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(member.name)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { write(contents: $0) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Copies each run that needs no escape in one step.
    private mutating func write(contents: UnsafeBufferPointer<UInt8>) {
        let escapes = Self.escapes
        var runStart = 0
        for (place, byte) in contents.enumerated() {
            let escape = byte < 0x80 ? escapes[Int(byte)] : 0
            if escape != 0 {
                bytes.append(contentsOf: contents[runStart..<place])
                write(escape: escape, for: byte)
                runStart = place + 1
            } else if byte == 0xE2, Self.isLineSeparator(contents[place...]) {
                bytes.append(contentsOf: contents[runStart..<place])
                bytes.append(contentsOf: (contents[place + 2] == 0xA8 ? "\\u2028" : "\\u2029").utf8)
                runStart = place + 3
            }
        }
        if runStart < contents.count { bytes.append(contentsOf: contents[runStart...]) }
    }

    private mutating func write(escape: UInt8, for byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(escape)
        guard escape == UInt8(ascii: "u") else { return }
        bytes.append(contentsOf: [0x30, 0x30, Self.digits[Int(byte >> 4)], Self.digits[Int(byte & 15)]])
    }

    /// U+2028 is E2 80 A8, U+2029 is E2 80 A9; both end a line in older JavaScript.
    private static func isLineSeparator(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard rest.count >= 3 else { return false }
        let second = rest[rest.startIndex + 1]
        let third = rest[rest.startIndex + 2]
        return second == 0x80 && (third == 0xA8 || third == 0xA9)
    }
}

extension JSONValue {
    /// Writes the value as a JSON text without white space.
    ///
    /// `<`, `>`, `&`, U+2028 and U+2029 are escaped, so that the text can be embedded in a page. A number that is not
    /// finite, which JSON cannot represent, becomes `null`.
    public func serialized() -> [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }

    /// The value serialized as text; see `serialized()`.
    public var text: String { String(decoding: serialized(), as: UTF8.self) }
}

extension JSONObject {
    /// Serializes the object; see `JSONValue.serialized()`.
    public func serialized() -> [UInt8] { JSONValue.object(self).serialized() }
}
