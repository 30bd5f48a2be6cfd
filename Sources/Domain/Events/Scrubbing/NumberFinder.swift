/// Finds phone numbers, card numbers and IPv4 addresses, and leaves dates, versions, codes and counts.
struct NumberFinder {
    let bytes: [UInt8]
    /// In the text of a version, `1.2.3.4` is no address.
    let keepsVersions: Bool

    func find(into findings: inout [Finding]) {
        var place = 0
        while place < bytes.count {
            guard begins(at: place) else {
                place += 1
                continue
            }
            if let end = address(at: place, &findings) {
                place = end
                continue
            }
            let numbers = GroupedNumber(in: bytes, at: place)
            if let found = numbers.longest(where: mayEnd) {
                findings.append(Finding(range: place..<found.end, kind: found.kind))
                place = found.end
            } else {
                place = numbers.endToSkip
            }
        }
    }

    /// Whether a number can begin here: not within a word, a longer number, a time.
    private func begins(at place: Int) -> Bool {
        let byte = bytes[place]
        let before = bytes.at(place - 1)
        if byte == UInt8(ascii: "+") { return ByteKind.isDigit(bytes.at(place + 1)) && !ByteKind.isLetterOrDigit(before) }
        if byte == UInt8(ascii: "(") { return ByteKind.isDigit(bytes.at(place + 1)) && !ByteKind.isWord(before) }
        guard ByteKind.isDigit(byte), !ByteKind.isWord(before) else { return false }
        let beforeThat = bytes.at(place - 2)
        switch before {
        case UInt8(ascii: "."): return !ByteKind.isLetterOrDigit(beforeThat)
        case UInt8(ascii: ":"): return !ByteKind.isDigit(beforeThat)
        case UInt8(ascii: "-"): return !ByteKind.isWord(beforeThat)
        default: return true
        }
    }

    private func mayEnd(_ end: Int) -> Bool {
        let next = bytes.at(end)
        if ByteKind.isWord(next) { return false }
        let isJoined = next == UInt8(ascii: ":") || next == UInt8(ascii: "-") || next == UInt8(ascii: ".")
        return !(isJoined && ByteKind.isLetterOrDigit(bytes.at(end + 1)))
    }

    // MARK: IPv4

    /// - Returns: the end of the address that begins here, found or let be.
    private func address(at start: Int, _ findings: inout [Finding]) -> Int? {
        var octets = [Int]()
        var place = start
        while octets.count < 4 {
            let digits = place
            var value = 0
            while place < bytes.count, place - digits < 3, ByteKind.isDigit(bytes[place]) {
                value = value * 10 + Int(bytes[place] - 0x30)
                place += 1
            }
            guard place > digits, value < 256 else { return nil }
            octets.append(value)
            if octets.count < 4 {
                guard bytes.at(place) == UInt8(ascii: ".") else { return nil }
                place += 1
            }
        }
        let next = bytes.at(place)
        guard !ByteKind.isWord(next), !(next == UInt8(ascii: ".") && ByteKind.isDigit(bytes.at(place + 1))) else { return nil }
        guard !keepsVersions, octets[0] != 0, octets[0] != 127, !followsVersionWord(start), !isNetwork(octets, place) else { return place }
        findings.append(Finding(range: start..<place, kind: .network("\(octets[0]).\(octets[1]).\(octets[2]).0/24")))
        return place
    }

    /// `203.0.113.0/24` has lost its last part already.
    private func isNetwork(_ octets: [Int], _ end: Int) -> Bool {
        octets[3] == 0 && bytes.at(end) == UInt8(ascii: "/") && ByteKind.isDigit(bytes.at(end + 1))
    }

    private func followsVersionWord(_ start: Int) -> Bool {
        var end = start
        while end > 0, start - end < 2, bytes[end - 1] == 0x20 || bytes[end - 1] == UInt8(ascii: "/") || bytes[end - 1] == UInt8(ascii: "=")
        {
            end -= 1
        }
        return bytes.matches("version", at: end - 7) || bytes.matches("build", at: end - 5) || bytes.matches("release", at: end - 7)
    }
}

/// Groups of digits with single separators between them.
struct GroupedNumber {
    /// One group more says enough: it is a list.
    private static let mostGroups = 12
    private static let longestGroup = 5
    private static let mostInternationalDigits = 15
    /// Of a number in the way it is written within a country, its 0 included.
    private static let mostNationalDigits = 12
    private static let mostDigits = 19

    private var digits: [UInt8] = []
    private var groups: [Int] = []
    private var separators: [UInt8] = []
    private var ends: [Int] = []
    private let isInternational: Bool
    private let isBracketed: Bool
    /// Stands after another number, so it may be one of a list.
    private let continues: Bool
    private var isDate = false
    /// More digits follow than any number has.
    private var isCut = false

    /// Reads from `start`, where a digit, a plus sign or a bracket stands.
    init(in bytes: [UInt8], at start: Int) {
        isInternational = bytes[start] == UInt8(ascii: "+")
        isBracketed = bytes[start] == UInt8(ascii: "(")
        continues = bytes.at(start - 1) == 0x20 && ByteKind.isDigit(bytes.at(start - 2))
        var place = start + (isInternational || isBracketed ? 1 : 0)
        while groups.count < Self.mostGroups {
            var next = place
            while next < bytes.count, ByteKind.isDigit(bytes[next]) { next += 1 }
            guard next > place, accepts(groupOf: next - place) else { break }
            isCut = digits.count + (next - place) > Self.mostDigits || groups.count == Self.mostGroups - 1
            if isCut, !groups.isEmpty { break }
            digits.append(contentsOf: bytes[place..<min(next, place + Self.mostDigits + 1)])
            groups.append(next - place)
            ends.append(next)
            if readsDate() || endsNumber(groupOf: next - place) { break }
            guard let separator = Self.separator(in: bytes, at: next) else { break }
            separators.append(separator.byte)
            place = next + separator.length
        }
        if ends.isEmpty { ends = [start + 1] }
    }

    /// The longest part from the start that is a phone or a card; a number without any mark of one only as a whole.
    func longest(where mayEnd: (Int) -> Bool) -> (end: Int, kind: Finding.Kind)? {
        guard !isDate, canBeginCard || !continues || isMarked else { return nil }
        for count in stride(from: groups.count, to: 0, by: -1) {
            if !isMarked, !canBeginCard, count < groups.count { return nil }
            if mayEnd(ends[count - 1]), let kind = part(count).kind(isWhole: count == groups.count && !isCut) {
                return (ends[count - 1], kind)
            }
        }
        return nil
    }

    /// Where to go on when nothing is found: after a date, or after the first group, as a phone may follow a count.
    var endToSkip: Int { isDate ? ends[ends.count - 1] : ends[0] }

    private func part(_ count: Int) -> GroupedNumber {
        var part = self
        part.groups = Array(groups.prefix(count))
        part.separators = Array(separators.prefix(count - 1))
        part.digits = Array(digits.prefix(part.groups.reduce(0) { $0 + min($1, Self.mostDigits + 1) }))
        return part
    }

    // MARK: Reading

    /// A long group stands alone, or is the second half of `0151 23456789`, or the middle of a card's.
    private func accepts(groupOf length: Int) -> Bool {
        if isInternational { return digits.count + length <= Self.mostInternationalDigits }
        guard let first = groups.first else { return true }
        guard length > Self.longestGroup else { return length > 1 }
        return isMiddleOfCard(length) || groups.count == 1 && (3...5).contains(first) && hasTrunk && length <= 9 && separators[0] != 0x2E
    }

    private func endsNumber(groupOf length: Int) -> Bool {
        length > Self.longestGroup && !isInternational && !(groups.count == 2 && groups == [4, 6])
    }

    private func isMiddleOfCard(_ length: Int) -> Bool { groups == [4] && length == 6 }

    /// `2026-11-21`, `2026/11/21`, `2026.11.21`: read as far as that, so what follows is judged by itself.
    private mutating func readsDate() -> Bool {
        guard groups == [4, 2, 2], !isInternational, separators[0] == separators[1], separators[0] != 0x20,
            digits[0] == 0x31 && digits[1] == 0x39 || digits[0] == 0x32 && digits[1] == 0x30, digits[4] <= 0x31, digits[6] <= 0x33
        else { return false }
        isDate = true
        return true
    }

    /// One separator, or two when a bracket is one of them.
    private static func separator(in bytes: [UInt8], at place: Int) -> (byte: UInt8, length: Int)? {
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

    private func kind(isWhole: Bool) -> Finding.Kind? {
        if isCard { return .card }
        return isPhone && (isMarked || isWhole && !continues) ? .phone : nil
    }

    /// ISO/IEC 7812: 13 to 19 digits with a check digit. The first digit of payment cards is 2 to 6, so counts of
    /// milliseconds and nanoseconds since 1970, which begin with 1, are none.
    private var isCard: Bool {
        guard canBeginCard, (13...Self.mostDigits).contains(digits.count) else { return false }
        return isGroupedAsCard && passesLuhn
    }

    private var canBeginCard: Bool {
        !isInternational && !isBracketed && (0x32...0x36).contains(digits.first ?? 0) && (groups[0] == 4 || groups[0] > 12)
    }

    private var isGroupedAsCard: Bool {
        guard separators.allSatisfy({ $0 == 0x20 || $0 == UInt8(ascii: "-") }) else { return false }
        return groups.dropLast().allSatisfy { $0 == 4 } || groups == [4, 6, 5] || groups == [4, 6, 4]
    }

    private var passesLuhn: Bool {
        var sum = 0
        for (place, digit) in digits.reversed().enumerated() {
            let value = Int(digit - 0x30)
            sum += place % 2 == 0 ? value : value < 5 ? value * 2 : value * 2 - 9
        }
        return sum % 10 == 0
    }

    /// Begins as a national number does in most countries: `06 …`, `030 …`.
    private var hasTrunk: Bool { digits.first == 0x30 && (groups.first ?? 0) > 1 }

    /// Written as only phone numbers are.
    private var isMarked: Bool { isInternational || isBracketed || hasTrunk }

    private var isPhone: Bool {
        let count = digits.count
        if isInternational { return (8...15).contains(count) && digits[0] != 0x30 }
        if groups.count == 1 { return (10...11).contains(count) && hasTrunk && digits[1] != 0x30 }
        guard (9...(hasTrunk ? Self.mostNationalDigits : Self.mostInternationalDigits)).contains(count), let first = groups.first,
            (1...5).contains(first)
        else { return false }
        if groups.count == 2 { return hasTrunk || isBracketed }
        guard groups.dropFirst().allSatisfy({ (2...5).contains($0) }) else { return false }
        return hasTrunk || isBracketed || !looksLikeVersion
    }

    private var looksLikeVersion: Bool {
        if separators.contains(UInt8(ascii: "/")) { return true }
        return separators.allSatisfy { $0 == UInt8(ascii: ".") } && groups != [3, 3, 4] && groups != [1, 3, 3, 4]
    }
}
