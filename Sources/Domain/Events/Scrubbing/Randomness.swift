/// How often a text changes between capital letters, small letters and digits. Words, paths, symbols and hyphenated
/// names seldom do; random text does at most places.
struct Randomness {
    /// In random text, base64 changes class at 62 of 100 positions, letters alone at 50, base36 at 40, base32 at 30.
    private static let thresholds = (three: 0.40, letters: 0.42, oneCase: 0.20, oneCaseJoined: 0.30)
    /// A trace id, or the digits of a UUID: an identifier, not a secret.
    private static let identifierDigits = 32
    private static let leastCounted = 28

    private var counted = 0
    private var changes = 0
    private var pieces = 0
    private var has: (upper: Bool, lower: Bool, digit: Bool) = (false, false, false)

    init(of bytes: ArraySlice<UInt8>) {
        var start = bytes.startIndex
        for place in bytes.startIndex...bytes.endIndex
        where place == bytes.endIndex || !ByteKind.isLetterOrDigit(bytes[place]) {
            if place > start { count(bytes[start..<place]) }
            start = place + 1
        }
    }

    var isOpaque: Bool {
        guard counted >= Self.leastCounted else { return false }
        let ratio = Double(changes) / Double(counted)
        switch has {
        case (true, true, true): return ratio >= Self.thresholds.three
        case (true, true, false): return ratio >= Self.thresholds.letters
        case (true, false, true), (false, true, true):
            return ratio >= (pieces > 1 ? Self.thresholds.oneCaseJoined : Self.thresholds.oneCase)
        default: return false
        }
    }

    private mutating func count(_ piece: ArraySlice<UInt8>) {
        var changesHere = 0
        var here: (upper: Bool, lower: Bool, digit: Bool) = (false, false, false)
        var isHexadecimal = true
        var previous = 0
        for byte in piece {
            let kind = ByteKind.isDigit(byte) ? 1 : ByteKind.isUpper(byte) ? 2 : 3
            if previous != 0, kind != previous { changesHere += 1 }
            previous = kind
            here = (here.upper || kind == 2, here.lower || kind == 3, here.digit || kind == 1)
            isHexadecimal = isHexadecimal && ByteKind.isHexadecimal(byte)
        }
        if isHexadecimal, piece.count <= Self.identifierDigits, !(here.upper && here.lower) { return }
        pieces += 1
        counted += piece.count
        changes += changesHere
        has = (has.upper || here.upper, has.lower || here.lower, has.digit || here.digit)
    }
}
