/// Text of 5 bits for each letter, without padding.
public enum Base32 {
    /// The letters of RFC 4648 §6.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        encode(bytes, Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8))
    }

    /// Digits and small letters without i, l, o and u, which look like others or make words (Crockford's alphabet).
    public static func encodeReadable(_ bytes: some Sequence<UInt8>) -> String { encode(bytes, readable) }

    /// Reads what a user typed of `encodeReadable`, in either case, with o for 0, and i or l for 1.
    /// - Returns: nil for another letter. Bits that fill no byte are left out.
    public static func decodeReadable(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for letter in text {
            guard let value = value(of: letter) else { return nil }
            buffer = buffer << 5 | value
            bits += 5
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
        }
        return bytes
    }

    private static let readable = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    private static func value(of letter: UInt8) -> UInt32? {
        let small = (0x41...0x5A).contains(letter) ? letter | 0x20 : letter
        switch small {
        case UInt8(ascii: "o"): return 0
        case UInt8(ascii: "i"), UInt8(ascii: "l"): return 1
        default: return readable.firstIndex(of: small).map { UInt32($0) }
        }
    }

    private static func encode(_ bytes: some Sequence<UInt8>, _ letters: [UInt8]) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(letters[Int(buffer >> bits & 31)])
            }
        }
        if bits > 0 { text.append(letters[Int(buffer << (5 - bits) & 31)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
