/// Characters that are written in place of one of ASCII: full-width forms, Arabic digits, and the hyphens and spaces that
/// systems put into phone numbers.
enum Lookalike {
    /// Returns the byte of ASCII for the character that begins at `place`, and the number of bytes of the character; nil
    /// for any other character.
    static func ascii<Bytes: RandomAccessCollection<UInt8>>(
        in bytes: Bytes,
        at place: Int
    ) -> (byte: UInt8, length: Int)? where Bytes.Index == Int {
        guard place + 1 < bytes.endIndex else { return nil }
        let second = bytes[place + 1]
        switch bytes[place] {
        case 0xD9: return digit(second, zero: 0xA0)
        case 0xDB: return digit(second, zero: 0xB0)
        case 0xE2, 0xEF:
            guard place + 2 < bytes.endIndex else { return nil }
            let byte = bytes[place] == 0xE2 ? separator(second, bytes[place + 2]) : fullWidth(second, bytes[place + 2])
            return byte.map { ($0, 3) }
        default: return nil
        }
    }

    /// U+0660 to U+0669, and U+06F0 to U+06F9.
    private static func digit(_ byte: UInt8, zero: UInt8) -> (byte: UInt8, length: Int)? {
        byte &- zero < 10 ? (UInt8(ascii: "0") + (byte - zero), 2) : nil
    }

    /// The figure space, the thin space and the narrow space without a break; the hyphens, the figure dash, the en dash
    /// and the minus sign.
    private static func separator(_ second: UInt8, _ third: UInt8) -> UInt8? {
        switch (second, third) {
        case (0x80, 0x87), (0x80, 0x89), (0x80, 0xAF): UInt8(ascii: " ")
        case (0x80, 0x90...0x93), (0x88, 0x92): UInt8(ascii: "-")
        default: nil
        }
    }

    /// U+FF01 to U+FF5E.
    private static func fullWidth(_ second: UInt8, _ third: UInt8) -> UInt8? {
        switch (second, third) {
        case (0xBC, 0x81...0xBF): third - 0x60
        case (0xBD, 0x80...0x9E): third - 0x20
        default: nil
        }
    }
}
