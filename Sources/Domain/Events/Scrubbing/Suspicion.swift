/// The finders that a text needs, decided by one pass over its bytes.
struct Suspicion: OptionSet {
    let rawValue: UInt16

    static let at = Suspicion(rawValue: 1)
    static let pair = Suspicion(rawValue: 2)
    static let digits = Suspicion(rawValue: 4)
    static let longRun = Suspicion(rawValue: 8)
    static let scheme = Suspicion(rawValue: 16)
    static let link = Suspicion(rawValue: 32)
    /// A word that can end the name of a secret.
    static let word = Suspicion(rawValue: 64)
    /// Escapes, and characters that look like ASCII, can hide every kind of value.
    static let escape = Suspicion(rawValue: 128)
    /// Digits that can be a code: three in a row, or single ones with space between.
    static let code = Suspicion(rawValue: 256)

    /// What a sign between a name and a value shows.
    private static let sign: Suspicion = [.pair, .link]

    /// The shortest run that can be a token; one shorter than `plainRunLength` must contain a digit.
    private static let runLength = 12
    private static let plainRunLength = 28
    /// The shortest addresses, `1.1.1.1` and `2001:db8::1`, have four.
    private static let digitCount = 4

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// - Parameter isDecoded: whether escapes were decoded, so that those left are none.
    init(of bytes: UnsafeBufferPointer<UInt8>, isDecoded: Bool = false) {
        var result = Suspicion()
        var runStart = 0
        var runDigits = 0
        var digits = 0
        var isAfterDigit = false
        var place = -1
        while place + 1 < bytes.count {
            place += 1
            let byte = bytes[place]
            if ByteKind.isLetter(byte) { continue }
            if ByteKind.isDigit(byte) {
                runDigits += 1
                continue
            }
            guard !ByteKind.joinsToken(byte) else {
                if byte == UInt8(ascii: "/") { result.insert(.link) }
                continue
            }
            if Self.isLong(place - runStart, digits: runDigits) { result.insert(.longRun) }
            if Self.endsName(before: place, in: bytes) { result.insert(.word) }
            if ByteKind.isSpace(byte), Self.isScheme(before: place, in: bytes) { result.insert(.scheme) }
            let isDigit = runDigits == 1 && place - runStart == 1
            if runDigits > 2 || isDigit && isAfterDigit { result.insert(.code) }
            isAfterDigit = isDigit && byte == 0x20
            digits += runDigits
            runDigits = 0
            runStart = place + 1
            switch byte {
            case UInt8(ascii: "@"): result.insert(.at)
            case UInt8(ascii: "="), UInt8(ascii: ":"):
                result.formUnion(Self.sign)
                if Self.isQuotedPrintable(at: place, in: bytes) { result.insert(.at) }
                if Self.isScheme(before: place, in: bytes) { result.insert(.scheme) }
            // `password 'x'`, `["password","x"]`, `<password>x`.
            case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "<"), 0x09: result.insert(.pair)
            case UInt8(ascii: "&") where !Self.isEntity(at: place, in: bytes): break
            case UInt8(ascii: "%"), UInt8(ascii: "\\"), UInt8(ascii: "&"):
                guard isDecoded else {
                    self = .escape
                    return
                }
            // The apostrophe of `couldn’t`.
            case 0xE2 where Self.isApostrophe(at: place, in: bytes): break
            case 0xC2, 0xD9...0xEF:
                guard
                    isDecoded
                        || Lookalike.ascii(in: bytes, at: place) == nil
                            && Lookalike.invisibleLength(in: bytes, at: place) == nil
                else {
                    self = .escape
                    return
                }
                result.insert(.word)
            // Names of other scripts.
            case 0xC4...0xD8: result.insert(.word)
            default: break
            }
        }
        if Self.isLong(bytes.count - runStart, digits: runDigits) { result.insert(.longRun) }
        if Self.endsName(before: bytes.count, in: bytes) { result.insert(.word) }
        if runDigits > 2 || runDigits == 1 && isAfterDigit { result.insert(.code) }
        if digits + runDigits >= Self.digitCount { result.insert(.digits) }
        self = result
    }

    private static func isLong(_ length: Int, digits: Int) -> Bool {
        length >= plainRunLength || length >= runLength && digits > 0
    }

    /// `&quot;` and `&#64;`
    private static func isEntity(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var end = place + 1
        guard end < bytes.count, bytes[end] != UInt8(ascii: "#") else { return end < bytes.count }
        while end < bytes.count, end - place < 9, ByteKind.isLetter(bytes[end]) { end += 1 }
        return end < bytes.count && bytes[end] == UInt8(ascii: ";")
    }

    /// `=40`
    private static func isQuotedPrintable(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        place + 2 < bytes.count && bytes[place + 1] == UInt8(ascii: "4") && bytes[place + 2] == UInt8(ascii: "0")
    }

    private static func isApostrophe(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        place + 2 < bytes.count && bytes[place + 1] == 0x80 && bytes[place + 2] == 0x99
    }

    /// Whether the last word before a place can end the name of a secret, which its last three letters tell.
    private static func endsName(before place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = place
        // The end of a sentence.
        while place > 2, ByteKind.joinsToken(bytes[place - 1]) { place -= 1 }
        guard place >= 2 else { return false }
        let (last, before) = (bytes[place - 1], bytes[place - 2])
        if last | 0x20 == UInt8(ascii: "w"), before | 0x20 == UInt8(ascii: "p") { return true }
        return place > 2 && endings[ending(bytes[place - 3], before, last)]
    }

    private static func ending(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
        Int(first & 31) << 10 | Int(second & 31) << 5 | Int(third & 31)
    }

    private static let endings: [Bool] = {
        var endings = [Bool](repeating: false, count: 32 * 32 * 32)
        let words = """
            2fa als ase ash ask ass des ena ens ets eys ial ice ies ify igo ion jwt ken key kie kod mdp mfa \
            nce nha ode ola ord ort otp pin pwd rds ret sid slo sms sse swd tan ter ton ung
            """
        for word in words.split(separator: " ") {
            let letters = Array(word.utf8)
            endings[ending(letters[0], letters[1], letters[2])] = true
        }
        return endings
    }()

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
