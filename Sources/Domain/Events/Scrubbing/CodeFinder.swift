/// Finds one-time codes in sentences: four to eight digits, or digits and capitals, within five words of *code*, *PIN*,
/// *verification* and the like in English, French and German.
///
/// Error codes have such words too, so a number is kept that an *error* or a *status* precedes, and a measure. After the
/// word *code* alone, so is a number in the range of Apple's errors of authorization.
struct CodeFinder {
    let bytes: [UInt8]

    private static let distance = 5
    private static let digits = 4...8
    /// The characters of a code that has letters too: `QX7K-9M2P`.
    private static let letteredLength = 6...12
    private static let errorsOfApple = 1000...1099

    enum Meaning {
        /// It names a code that grants access.
        case access
        /// *Code* alone, which an error may have.
        case code
        /// A *token*, which six digits can be too.
        case token
        /// What precedes the number of an error, or of another thing.
        case error
        /// What precedes the code of an error, but may precede a code itself: *failed*, *with*.
        case failure
        /// What precedes a time or a count.
        case count
        case other
    }

    private struct Number {
        let range: Range<Int>
        let word: Int
        /// Whether only a word that is certain makes it a code.
        let needsAccess: Bool

        var isSixDigits: Bool { range.count == 6 }
    }

    func find(into findings: inout [Finding]) {
        var (place, count) = (0, 0)
        // The number of the last word of each meaning.
        var (access, code, token) = (-Self.distance - 1, -Self.distance - 1, -Self.distance - 1)
        // Whether the code is that of an error, as in "failed with code 4001", when it is short.
        var isOfError = false
        var last = Meaning.other
        // "Your code" is no error's.
        var isOwned = false
        var waiting: [Number] = []
        while place < bytes.count {
            if bytes[place] == UInt8(ascii: "["), SecretName.isReplacement(bytes[place...]) {
                while place < bytes.count, bytes[place] != UInt8(ascii: "]") { place += 1 }
                continue
            }
            // The punctuation of U+2000 to U+2FFF, such as the apostrophe of `d’erreur`.
            if bytes[place] == 0xE2 {
                place += 3
                continue
            }
            if let number = number(at: place, count, after: last) {
                let isCode =
                    count - access <= Self.distance
                    || !number.needsAccess && count - code <= Self.distance && (!isOfError || number.range.count > 5)
                    || number.isSixDigits && count - token <= Self.distance
                if isCode { findings.append(finding(number)) } else { waiting.append(number) }
                place = number.range.upperBound
                last = .other
                count += 1
                continue
            }
            let end = endOfWord(from: place)
            guard end > place else {
                place += 1
                continue
            }
            var meaning = meaning(of: place..<end)
            if meaning == .code, isOwned { meaning = .access }
            isOwned = Self.owners[bytes[place..<end]] != nil
            waiting.removeAll { count - $0.word > Self.distance }
            switch meaning {
            case .access:
                access = count
                for number in waiting { findings.append(finding(number)) }
                waiting = []
            case .token:
                token = count
                for number in waiting where number.isSixDigits { findings.append(finding(number)) }
                waiting.removeAll(where: \.isSixDigits)
            case .code where last != .error:
                isOfError = last == .failure || bytes.at(place - 1) == UInt8(ascii: "(")
                code = count
                for number in waiting where !number.needsAccess { findings.append(finding(number)) }
                waiting.removeAll { !$0.needsAccess }
            case .code, .error, .failure, .count, .other: break
            }
            // "Error code 17020": what is said of the word before goes for this one.
            last = meaning == .code && last == .error ? .error : meaning
            place = end
            count += 1
        }
    }

    private func finding(_ number: Number) -> Finding { Finding(range: number.range, kind: .secret) }

    private func endOfWord(from start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != 0xE2,
            ByteKind.isNameByte(bytes[end]) || bytes[end] == UInt8(ascii: "_")
        { end += 1 }
        return end
    }

    // MARK: Numbers

    private func number(at place: Int, _ word: Int, after last: Meaning) -> Number? {
        guard ByteKind.isDigit(bytes[place]) || ByteKind.isUpper(bytes[place]), mayBegin(place) else { return nil }
        guard let end = endOfDigits(from: place) ?? endOfLettered(from: place) else { return nil }
        guard !isMeasure(end), last != .error, last != .count else { return nil }
        let isOther = last == .other && isBound(place)
        let value = bytes[place..<end].reduce(0) { ByteKind.isDigit($1) ? $0 * 10 + Int($1 - 0x30) : $0 }
        let isYear = end - place == 4 && (1990...2099).contains(value)
        return Number(
            range: place..<end,
            word: word,
            needsAccess: Self.errorsOfApple.contains(value) || isYear || isOther || !isShown(place)
        )
    }

    /// After the start of a text, space, a bracket or a quotation mark, or the sign of a number.
    private func mayBegin(_ place: Int) -> Bool {
        let before = bytes.at(place - 1)
        switch before {
        case 0, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "`"),
            UInt8(ascii: "#"),
            UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "<"), UInt8(ascii: "*"), UInt8(ascii: "="):
            return before != UInt8(ascii: ":")
                || !ByteKind.isDigit(bytes.at(place - 2)) && bytes.at(place - 7) != UInt8(ascii: "[")
        // `G-839201`
        case UInt8(ascii: "-"): return ByteKind.isUpper(bytes.at(place - 2)) && !ByteKind.isWord(bytes.at(place - 3))
        // `№839201`
        case 0x96: return bytes.at(place - 2) == 0x84 && bytes.at(place - 3) == 0xE2
        default: return ByteKind.isSpace(before)
        }
    }

    /// Whether the number is the value of another name: `sqlState: 23505`.
    private func isBound(_ place: Int) -> Bool {
        var sign = place
        while sign > 0, place - sign < 2, bytes[sign - 1] == 0x20 { sign -= 1 }
        guard bytes.at(sign - 1) == UInt8(ascii: ":") || bytes.at(sign - 1) == UInt8(ascii: "=") else { return false }
        sign -= 1
        while sign > 0, bytes[sign - 1] == 0x20 { sign -= 1 }
        var start = sign
        while start > 0, sign - start < 32, ByteKind.isNameByte(bytes[start - 1]) { start -= 1 }
        return Self.links[bytes[start..<sign]] == nil
    }

    private static let links = WordTable<Void>(
        "is are est sont lautet lauten unique sind entered saisi eingegeben expected received got actual"
    )

    /// Whether the number stands free, and not behind a colon or a sign, as the code of an error does.
    private func isShown(_ place: Int) -> Bool {
        bytes.at(place - 1) != UInt8(ascii: ":") && bytes.at(place - 1) != UInt8(ascii: "=")
    }

    /// One group of four to eight digits, groups of two to four, or single digits with spaces between.
    private func endOfDigits(from start: Int) -> Int? {
        var place = start
        var (total, groups, length) = (0, 0, 0)
        while groups < 9 {
            var end = place
            while ByteKind.isDigit(bytes.at(end)) { end += 1 }
            let here = end - place
            guard here > 0, groups == 0 || here == length || groups == 1 && here < length && length < 4, here <= 8
            else { break }
            (total, groups, length) = (total + here, groups + 1, here)
            place = end
            let separator = bytes.at(end)
            guard separator == 0x20 || separator == UInt8(ascii: "-"), here <= 4, ByteKind.isDigit(bytes.at(end + 1))
            else { break }
            place = end + 1
        }
        if !ByteKind.isDigit(bytes.at(place - 1)) { place -= 1 }
        guard Self.digits.contains(total), groups == 1 || groups <= 3 || length == 1, mayEnd(place) else {
            return singleGroup(from: start)
        }
        return place
    }

    /// The first group alone: `839201 552901`.
    private func singleGroup(from start: Int) -> Int? {
        var end = start
        while ByteKind.isDigit(bytes.at(end)) { end += 1 }
        return Self.digits.contains(end - start) && mayEnd(end) ? end : nil
    }

    /// A code with letters: `QX7K-9M2P`.
    func lettered(at start: Int) -> Range<Int>? { endOfLettered(from: start).map { start..<$0 } }

    private func endOfLettered(from start: Int) -> Int? {
        var end = start
        var (digits, capitals) = (0, 0)
        while end - start <= Self.letteredLength.upperBound {
            let byte = bytes.at(end)
            if ByteKind.isDigit(byte) {
                digits += 1
            } else if ByteKind.isUpper(byte) {
                capitals += 1
            } else if byte != UInt8(ascii: "-") {
                break
            }
            end += 1
        }
        guard digits > 1, capitals > 1, Self.letteredLength.contains(end - start), mayEnd(end), isMixed(start..<end)
        else { return nil }
        return end
    }

    /// `QX7K`, unlike `SHA256` and `HTTP404`, has digits before letters.
    private func isMixed(_ range: Range<Int>) -> Bool {
        let firstDigit = range.first { ByteKind.isDigit(bytes[$0]) } ?? range.upperBound
        return (firstDigit..<range.upperBound).contains { ByteKind.isUpper(bytes[$0]) }
    }

    private func mayEnd(_ end: Int) -> Bool {
        let (next, after) = (bytes.at(end), bytes.at(end + 1))
        switch next {
        case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "-"):
            return !ByteKind.isNameByte(after)
        case UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "+"): return false
        case 0xE2: return true
        default: return !ByteKind.isNameByte(next)
        }
    }

    /// Whether a unit or a thing that is counted follows.
    private func isMeasure(_ end: Int) -> Bool {
        guard bytes.at(end) == 0x20 else { return false }
        return Self.units[bytes[end + 1..<endOfWord(from: end + 1)]] != nil
    }
}
