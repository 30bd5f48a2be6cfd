/// Groups of digits with single separators between them.
///
/// It is read at each position where a number may begin, so it allocates no memory, and judges each of its parts by
/// counts made while reading.
struct GroupedNumber {
    /// A further group shows that it is a list.
    private static let mostGroups = 12
    private static let longestGroup = 5
    /// The lengths of groups after the first, in a number that is no card.
    static let groupLengths = 2...longestGroup
    private static let mostInternationalDigits = 15
    /// The digits of a national phone number, including its leading 0.
    private static let mostNationalDigits = 12
    static let mostDigits = 19

    private var digits = SIMD32<UInt8>()
    private var digitCount = 0
    /// The length of each group, at most `mostDigits` plus one, the digits up to its end, and the offset of its end
    /// from `start`.
    private var lengths = SIMD16<UInt8>()
    private var digitsThrough = SIMD16<UInt8>()
    private var ends = SIMD16<Int32>()
    private var separators = SIMD16<UInt8>()
    private(set) var count = 0
    private let start: Int
    private let isInternational: Bool
    /// The digits of the prefix that stands in place of a plus sign: `00` or `011`.
    private let prefix: Int
    private let isBracketed: Bool
    /// Another number precedes it, so it may be part of a list.
    private let continues: Bool
    private var isDate = false
    /// More digits follow than a number can have.
    private(set) var isCut = false
    /// The number of first groups that fit: as a phone number, where all after the first have two to five digits; as
    /// groups of four digits.
    private var (phoneGroups, groupsOfFour) = (0, 0)
    /// The number of first separators that are no slash; that are points; that a card may have.
    private var (separatorsBeforeSlash, points, cardSeparators) = (0, 0, 0)

    /// Reads from `start`, which must be a digit, a plus sign or a bracket.
    init(in bytes: [UInt8], at start: Int) {
        self.start = start
        prefix = Self.internationalPrefix(in: bytes, at: start)
        isInternational = bytes[start] == UInt8(ascii: "+") || prefix > 0
        isBracketed = bytes[start] == UInt8(ascii: "(")
        continues = bytes.at(start - 1) == 0x20 && ByteKind.isDigit(bytes.at(start - 2))
        var place = start + (bytes[start] == UInt8(ascii: "+") || isBracketed ? 1 : 0)
        var most = Self.mostDigits
        while count < Self.mostGroups {
            var next = place
            while next < bytes.count, ByteKind.isDigit(bytes[next]) { next += 1 }
            let length = next - place
            guard length > 0, accepts(groupOf: length) else { break }
            isCut = digitCount + length > most || count == Self.mostGroups - 1
            if isCut, count > 0 { break }
            append(bytes, place..<next)
            // A card number alone can have more digits than a phone number.
            if count == 1, !canBeginCard {
                most = hasTrunk && prefix == 0 ? Self.mostNationalDigits : Self.mostInternationalDigits + prefix
            }
            if readsDate() || endsNumber(groupOf: length) { break }
            guard let separator = Self.separator(in: bytes, at: next) else { break }
            append(separator: separator.byte)
            place = next + separator.length
        }
        if count == 0 { ends[0] = 1 }
    }

    /// Behind it a country's code begins, in the same group or the next.
    private static func internationalPrefix(in bytes: [UInt8], at start: Int) -> Int {
        guard bytes[start] == 0x30 else { return 0 }
        let length =
            bytes.at(start + 1) == 0x30 ? 2 : bytes.at(start + 1) == 0x31 && bytes.at(start + 2) == 0x31 ? 3 : 0
        guard length > 0 else { return 0 }
        let next = bytes.at(start + length)
        if ByteKind.isDigit(next) { return length == 2 && next != 0x30 ? length : 0 }
        guard let separator = separator(in: bytes, at: start + length) else { return 0 }
        let country = bytes.at(start + length + separator.length)
        return ByteKind.isDigit(country) && country != 0x30 ? length : 0
    }

    private mutating func append(_ bytes: [UInt8], _ group: Range<Int>) {
        let length = group.count
        for place in group.prefix(Self.mostDigits + 1) {
            digits[digitCount] = bytes[place]
            digitCount += 1
        }
        if phoneGroups == count, count == 0 || Self.groupLengths.contains(length) { phoneGroups += 1 }
        if groupsOfFour == count, length == 4 { groupsOfFour += 1 }
        lengths[count] = UInt8(min(length, Self.mostDigits + 1))
        digitsThrough[count] = UInt8(digitCount)
        ends[count] = Int32(truncatingIfNeeded: group.upperBound - start)
        count += 1
    }

    /// Appends the separator after the last group.
    private mutating func append(separator: UInt8) {
        let place = count - 1
        if separatorsBeforeSlash == place, separator != UInt8(ascii: "/") { separatorsBeforeSlash += 1 }
        if points == place, separator == UInt8(ascii: ".") { points += 1 }
        if cardSeparators == place, separator == 0x20 || separator == UInt8(ascii: "-") { cardSeparators += 1 }
        separators[place] = separator
    }

    /// The longest part from the start that is a phone or a card; a number without any mark of one only as a whole.
    func longest(where mayEnd: (Int) -> Bool) -> (end: Int, kind: Finding.Kind)? {
        let isMarked = isMarked
        let canBeginCard = canBeginCard
        guard !isDate, canBeginCard || !continues || isMarked else { return nil }
        var part = count
        while part > 0 {
            if !isMarked, !canBeginCard, part < count { return nil }
            let end = end(part)
            if canBeginCard, isCard(part), mayEnd(end) { return (end, .card) }
            if isMarked || (part == count && !isCut && !continues), isPhone(part), mayEnd(end) { return (end, .phone) }
            part -= 1
        }
        return nil
    }

    /// Where to continue when nothing is found: after a date, or after the first group, as a phone number may follow a
    /// count.
    var endToSkip: Int { end(isDate ? count : 1) }

    private func end(_ part: Int) -> Int { start + Int(ends[part - 1]) }

    // MARK: Reading

    /// A long group is the only one, or the second half of `0151 23456789`, or the middle of a card's.
    private func accepts(groupOf length: Int) -> Bool {
        if isInternational { return digitCount + length <= Self.mostInternationalDigits + prefix }
        guard count > 0 else { return true }
        guard length > Self.longestGroup else { return length > 1 }
        return isMiddleOfCard(length)
            || count == 1 && (3...5).contains(lengths[0]) && hasTrunk && length <= 9
                && separators[0] != UInt8(ascii: ".")
    }

    private func endsNumber(groupOf length: Int) -> Bool {
        length > Self.longestGroup && !isInternational && !(count == 2 && lengths[0] == 4 && lengths[1] == 6)
    }

    private func isMiddleOfCard(_ length: Int) -> Bool { count == 1 && lengths[0] == 4 && length == 6 }

    /// `2026-11-21`, `2026/11/21`, `2026.11.21`: reading stops after the date, so the text behind it is judged by
    /// itself.
    private mutating func readsDate() -> Bool {
        guard count == 3, lengths[0] == 4, lengths[1] == 2, lengths[2] == 2, !isInternational,
            separators[0] == separators[1],
            separators[0] != 0x20, digits[0] == 0x31 && digits[1] == 0x39 || digits[0] == 0x32 && digits[1] == 0x30,
            digits[4] <= 0x31, digits[6] <= 0x33
        else { return false }
        isDate = true
        return true
    }

    /// Reads one separator, or two when a bracket is one of them.
    static func separator(in bytes: [UInt8], at place: Int) -> (byte: UInt8, length: Int)? {
        let first = bytes.at(place)
        let second = bytes.at(place + 1)
        switch first {
        case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
            if ByteKind.isDigit(second) { return (first, 1) }
            return second == UInt8(ascii: "(") && ByteKind.isDigit(bytes.at(place + 2)) ? (second, 2) : nil
        case UInt8(ascii: ")"):
            if ByteKind.isDigit(second) { return (first, 1) }
            return second == 0x20 || second == UInt8(ascii: "-") ? (first, 2) : nil
        case 0xC2 where second == 0xA0: return (UInt8(ascii: " "), 2)
        default: return nil
        }
    }

    // MARK: Judging

    /// ISO/IEC 7812: 13 to 19 digits with a check digit. The first digit of payment cards is 2 to 6, so counts of
    /// milliseconds and nanoseconds since 1970, which begin with 1, are none.
    private func isCard(_ part: Int) -> Bool {
        let digitCount = Int(digitsThrough[part - 1])
        return digitCount >= 13 && digitCount <= Self.mostDigits && isGroupedAsCard(part) && passesLuhn(digitCount)
    }

    private var canBeginCard: Bool {
        !isInternational && !isBracketed && count > 0 && digits[0] >= 0x32 && digits[0] <= 0x36
            && (lengths[0] == 4 || lengths[0] > 12)
    }

    private func isGroupedAsCard(_ part: Int) -> Bool {
        guard cardSeparators >= part - 1 else { return false }
        return groupsOfFour >= part - 1
            || part == 3 && lengths[0] == 4 && lengths[1] == 6 && (lengths[2] == 5 || lengths[2] == 4)
    }

    private func passesLuhn(_ count: Int) -> Bool {
        var sum = 0
        var place = count - 1
        while place >= 0 {
            let value = Int(digits[place] - 0x30)
            sum += (count - 1 - place) % 2 == 0 ? value : value < 5 ? value * 2 : value * 2 - 9
            place -= 1
        }
        return sum % 10 == 0
    }

    /// The number begins like a national number of most countries: `06 …`, `030 …`.
    private var hasTrunk: Bool { count > 0 && digits[0] == 0x30 && lengths[0] > 1 }

    /// The number is written as only phone numbers are.
    private var isMarked: Bool { isInternational || isBracketed || hasTrunk }

    private func isPhone(_ part: Int) -> Bool {
        let digitCount = Int(digitsThrough[part - 1])
        if isInternational { return digitCount >= 8 + prefix && digitCount <= 15 + prefix && digits[prefix] != 0x30 }
        if part == 1 { return digitCount >= 10 && digitCount <= 12 && hasTrunk && digits[1] != 0x30 }
        guard digitCount >= 9, digitCount <= (hasTrunk ? Self.mostNationalDigits : Self.mostInternationalDigits),
            lengths[0] <= 5
        else { return false }
        if part == 2 { return hasTrunk || isBracketed }
        // `06 12 34 56 78`, and another number after it.
        if hasTrunk, part > 5, (0..<part).allSatisfy({ lengths[$0] == 2 }) { return false }
        return phoneGroups >= part && (hasTrunk || isBracketed || !looksLikeVersion(part))
    }

    private func looksLikeVersion(_ part: Int) -> Bool {
        if separatorsBeforeSlash < part - 1 { return true }
        guard points >= part - 1 else { return false }
        if part == 3 { return !(lengths[0] == 3 && lengths[1] == 3 && lengths[2] == 4) }
        return !(part == 4 && lengths[0] == 1 && lengths[1] == 3 && lengths[2] == 3 && lengths[3] == 4)
    }
}
