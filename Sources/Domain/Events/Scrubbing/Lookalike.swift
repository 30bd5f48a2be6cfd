/// Characters that are written in place of one of ASCII: full-width forms, digits of other scripts, spaces, dashes and
/// quotation marks.
enum Lookalike {
    /// The number of bytes of an invisible character: the soft hyphen, U+200B to U+200F, U+2060, U+FEFF.
    static func invisibleLength<Bytes: RandomAccessCollection<UInt8>>(in bytes: Bytes, at place: Int) -> Int?
    where Bytes.Index == Int {
        guard place + 1 < bytes.endIndex else { return nil }
        if bytes[place] == 0xC2 { return bytes[place + 1] == 0xAD ? 2 : nil }
        guard place + 2 < bytes.endIndex else { return nil }
        return switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
        case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x81, 0xA0), (0xEF, 0xBB, 0xBF): 3
        default: nil
        }
    }

    /// Returns the byte of ASCII for the character that begins at `place`, and the number of bytes of the character; nil
    /// for any other character.
    static func ascii<Bytes: RandomAccessCollection<UInt8>>(
        in bytes: Bytes,
        at place: Int
    ) -> (byte: UInt8, length: Int)? where Bytes.Index == Int {
        guard place + 1 < bytes.endIndex else { return nil }
        let second = bytes[place + 1]
        switch bytes[place] {
        case 0xC2:
            switch second {
            case 0xA0: return (UInt8(ascii: " "), 2)
            case 0xAB, 0xBB: return (UInt8(ascii: "\""), 2)
            default: return nil
            }
        case 0xD9: return digit(second, zero: 0xA0)
        case 0xDB: return digit(second, zero: 0xB0)
        case 0xE0, 0xE2, 0xE3, 0xEF:
            guard place + 2 < bytes.endIndex else { return nil }
            let third = bytes[place + 2]
            let byte =
                switch bytes[place] {
                case 0xE0: indicDigit(second, third)
                case 0xE2: punctuation(second, third)
                case 0xE3: second == 0x80 ? ideographic(third) : nil
                default: second == 0xB9 ? small(third) : fullWidth(second, third)
                }
            return byte.map { ($0, 3) }
        default: return nil
        }
    }

    /// The digits of Devanagari and Bengali, U+0966 and U+09E6.
    private static func indicDigit(_ second: UInt8, _ third: UInt8) -> UInt8? {
        (second == 0xA5 || second == 0xA7) && third &- 0xA6 < 10 ? UInt8(ascii: "0") + (third - 0xA6) : nil
    }

    /// The space and the full stop of U+3000 and U+3002.
    private static func ideographic(_ third: UInt8) -> UInt8? {
        switch third {
        case 0x80: UInt8(ascii: " ")
        case 0x82: UInt8(ascii: ".")
        default: nil
        }
    }

    /// The small forms U+FE52 to U+FE6B of the signs that join a name and a value, and parts of an address.
    private static func small(_ third: UInt8) -> UInt8? {
        switch third {
        case 0x92: UInt8(ascii: ".")
        case 0x95: UInt8(ascii: ":")
        case 0xA3: UInt8(ascii: "-")
        case 0xA6: UInt8(ascii: "=")
        case 0xAB: UInt8(ascii: "@")
        default: nil
        }
    }

    /// U+0660 to U+0669, and U+06F0 to U+06F9.
    private static func digit(_ byte: UInt8, zero: UInt8) -> (byte: UInt8, length: Int)? {
        byte &- zero < 10 ? (UInt8(ascii: "0") + (byte - zero), 2) : nil
    }

    /// The spaces U+2000 to U+200A, U+202F and U+205F; the dashes U+2010 to U+2015 and the minus sign; the quotation marks
    /// U+2018 to U+201F.
    private static func punctuation(_ second: UInt8, _ third: UInt8) -> UInt8? {
        switch (second, third) {
        case (0x80, 0x80...0x8A), (0x80, 0xAF), (0x81, 0x9F): UInt8(ascii: " ")
        case (0x80, 0x90...0x95), (0x88, 0x92): UInt8(ascii: "-")
        case (0x80, 0x98...0x9B): UInt8(ascii: "'")
        case (0x80, 0x9C...0x9F): UInt8(ascii: "\"")
        default: nil
        }
    }

    /// U+FF01 to U+FF5E.
    private static func fullWidth(_ second: UInt8, _ third: UInt8) -> UInt8? {
        switch (second, third) {
        // U+FFFD stands for a character that could not be read.
        case (0xBF, 0xBD): 0x20
        case (0xBC, 0x81...0xBF): third - 0x60
        case (0xBD, 0x80...0x9E): third - 0x20
        default: nil
        }
    }
}
