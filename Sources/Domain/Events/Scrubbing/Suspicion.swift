/// The finders that a text needs, decided by one pass over its bytes.
struct Suspicion: OptionSet {
    let rawValue: UInt8

    static let at = Suspicion(rawValue: 1)
    static let pair = Suspicion(rawValue: 2)
    static let digits = Suspicion(rawValue: 4)
    static let longRun = Suspicion(rawValue: 8)
    static let scheme = Suspicion(rawValue: 16)
    /// Escapes, and characters that look like ASCII, can hide every kind of value.
    static let everything = Suspicion(rawValue: 31)

    /// The shortest run that can be a token; one shorter than `plainRunLength` must contain a digit.
    private static let runLength = 16
    private static let plainRunLength = 28
    /// The shortest addresses, `1.1.1.1` and `2001:db8::1`, have four.
    private static let digitCount = 4

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    init(of bytes: UnsafeBufferPointer<UInt8>) {
        var result = Suspicion()
        var runStart = 0
        var runDigits = 0
        var digits = 0
        for (place, byte) in bytes.enumerated() where !ByteKind.isLetter(byte) {
            if ByteKind.isDigit(byte) {
                runDigits += 1
                continue
            }
            guard !ByteKind.joinsToken(byte) else { continue }
            if Self.isLong(place - runStart, digits: runDigits) { result.insert(.longRun) }
            if ByteKind.isSpace(byte), Self.isScheme(before: place, in: bytes) { result.insert(.scheme) }
            digits += runDigits
            runDigits = 0
            runStart = place + 1
            switch byte {
            case UInt8(ascii: "@"): result.insert(.at)
            case UInt8(ascii: "="), UInt8(ascii: ":"):
                result.insert(.pair)
                if Self.isScheme(before: place, in: bytes) { result.insert(.scheme) }
            // `password 'x'`, `["password","x"]`, `<password>x`.
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "<"): result.insert(.pair)
            case UInt8(ascii: "%"), UInt8(ascii: "\\"):
                self = .everything
                return
            case 0xD9...0xEF where Lookalike.ascii(in: bytes, at: place) != nil:
                self = .everything
                return
            default: break
            }
        }
        if Self.isLong(bytes.count - runStart, digits: runDigits) { result.insert(.longRun) }
        if digits + runDigits >= Self.digitCount { result.insert(.digits) }
        self = result
    }

    private static func isLong(_ length: Int, digits: Int) -> Bool {
        length >= plainRunLength || length >= runLength && digits > 0
    }

    /// Whether `Bearer` or `Basic` can end there.
    private static func isScheme(before place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place >= 5 else { return false }
        let last = bytes[place - 1] | 0x20
        return last == UInt8(ascii: "r") && bytes[place - 2] | 0x20 == UInt8(ascii: "e")
            && bytes[place - 3] | 0x20 == UInt8(ascii: "r")
            || last == UInt8(ascii: "c") && bytes[place - 2] | 0x20 == UInt8(ascii: "i")
                && bytes[place - 3] | 0x20 == UInt8(ascii: "s")
    }
}
