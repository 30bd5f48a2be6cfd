/// A part of a text that must not be kept.
struct Finding {
    enum Kind: Equatable {
        case email, token, phone, card, secret, personName
        /// A network address, with the part that is kept.
        case network(String)
    }

    /// The range in the decoded text.
    var range: Range<Int>
    var kind: Kind
}

/// Collects the findings in one text.
struct Findings {
    private var found: [Finding] = []

    var isEmpty: Bool { found.isEmpty }

    init(in text: DecodedText, suspicion: Suspicion, keepingVersions: Bool) {
        let bytes = text.bytes
        if suspicion.contains(.longRun) { TokenFinder(bytes: bytes).find(into: &found) }
        if suspicion.contains(.scheme) { SchemeFinder(bytes: bytes).find(into: &found) }
        if suspicion.contains(.at) { EmailFinder(bytes: bytes).find(into: &found) }
        if suspicion.contains(.digits) { NumberFinder(bytes: bytes, keepsVersions: keepingVersions).find(into: &found) }
        if suspicion.contains(.pair) {
            PairFinder(text: text).find(into: &found)
            if suspicion.contains(.digits) { NetworkFinder(bytes: bytes).find(into: &found) }
        }
    }

    /// The findings in order, without overlaps. Of two that overlap, the one that begins first or is longer decides the
    /// kind; of two with equal ranges, the one found first.
    var merged: [Finding] {
        let ordered = found.enumerated().sorted { left, right in
            let (first, second) = (left.element.range, right.element.range)
            if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
            if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
            return left.offset < right.offset
        }
        var merged = [Finding]()
        for (_, finding) in ordered {
            if let last = merged.last, finding.range.lowerBound < last.range.upperBound {
                let end = max(last.range.upperBound, finding.range.upperBound)
                merged[merged.count - 1].range = last.range.lowerBound..<end
            } else {
                merged.append(finding)
            }
        }
        return merged
    }
}

/// The finders that a text needs, decided by one pass over its bytes.
struct Suspicion: OptionSet {
    let rawValue: UInt8

    static let at = Suspicion(rawValue: 1)
    static let pair = Suspicion(rawValue: 2)
    static let digits = Suspicion(rawValue: 4)
    static let longRun = Suspicion(rawValue: 8)
    static let scheme = Suspicion(rawValue: 16)
    /// Escapes can hide every kind of value.
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

/// Classes of bytes.
enum ByteKind {
    @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
    @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    @inline(__always) static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
    @inline(__always) static func isLetterOrDigit(_ byte: UInt8) -> Bool { isLetter(byte) || isDigit(byte) }
    @inline(__always) static func lowercased(_ byte: UInt8) -> UInt8 { isUpper(byte) ? byte | 0x20 : byte }
    @inline(__always) static func isHexadecimal(_ byte: UInt8) -> Bool { isDigit(byte) || (byte | 0x20) &- 0x61 < 6 }
    @inline(__always) static func hexadecimalValue(_ byte: UInt8) -> UInt8 {
        isDigit(byte) ? byte - 0x30 : (byte | 0x20) - 0x61 + 10
    }
    @inline(__always) static func isWord(_ byte: UInt8) -> Bool { isLetterOrDigit(byte) || byte == UInt8(ascii: "_") }
    @inline(__always) static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }

    /// These separate the letters and digits of tokens, in base64, base64url or a JWT.
    @inline(__always) static func joinsToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "/"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

extension [UInt8] {
    /// The byte at this offset; outside the text zero, which is in no class.
    @inline(__always) func at(_ place: Int) -> UInt8 {
        place >= 0 && place < count ? self[place] : 0
    }

    /// Whether the bytes at `place` are `word`, which is lower-case, in either case.
    func matches(_ word: StaticString, at place: Int) -> Bool {
        guard place >= 0, place <= count else { return false }
        return self[place...].begins(with: word)
    }
}

extension ArraySlice<UInt8> {
    /// Whether the first bytes are `word`, whose letters are lower case, in either case.
    func begins(with word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard length <= count else { return false }
        var offset = 0
        while offset < length {
            guard ByteKind.lowercased(self[startIndex + offset]) == word.utf8Start[offset] else { return false }
            offset += 1
        }
        return true
    }
}
