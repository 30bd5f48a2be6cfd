/// Finds phone numbers, card numbers and IPv4 addresses, and leaves dates, versions, codes and counts.
struct NumberFinder {
    let bytes: [UInt8]
    /// Whether the text is a version, in which `1.2.3.4` is no address.
    let keepsVersions: Bool

    func find(into findings: inout [Finding]) {
        var place = 0
        // Groups of digits before this offset are parts of a list longer than any number.
        var endOfList = 0
        while place < bytes.count {
            guard begins(at: place) else {
                place += 1
                continue
            }
            if let end = address(at: place, &findings) {
                place = end
                continue
            }
            // The digits that a password may have, as messages list them.
            if bytes.matches("0123456789", at: place), !ByteKind.isDigit(bytes.at(place + 10)) {
                place += 10
                continue
            }
            let plainGroup = plainGroup(at: place)
            if let end = plainGroup,
                place < endOfList || isAfterNumber(place) || GroupedNumber.separator(in: bytes, at: end) == nil
            {
                place = end
                continue
            }
            let numbers = GroupedNumber(in: bytes, at: place)
            if let found = numbers.longest(where: mayEnd) {
                findings.append(Finding(range: place..<found.end, kind: found.kind))
                place = found.end
                continue
            }
            if plainGroup != nil, numbers.isCut { endOfList = self.endOfList(from: place) }
            place = numbers.endToSkip
        }
    }

    /// Returns the end of a group that begins a phone number only when the whole text is that number: not with a 0, and
    /// neither a card nor a date begins so.
    private func plainGroup(at start: Int) -> Int? {
        let first = bytes[start]
        guard ByteKind.isDigit(first) else { return nil }
        var end = start + 1
        while end < bytes.count, ByteKind.isDigit(bytes[end]) { end += 1 }
        let length = end - start
        if first == 0x30, length > 1 { return nil }
        if first >= 0x32, first <= 0x36, length == 4 || length > 12 { return nil }
        if first == 0x31, length == 4, bytes[start + 1] == 0x39 { return nil }
        return end
    }

    private func isAfterNumber(_ place: Int) -> Bool {
        bytes.at(place - 1) == 0x20 && ByteKind.isDigit(bytes.at(place - 2))
    }

    /// Returns the end of the list whose groups are all followed by more digits than a number has.
    private func endOfList(from start: Int) -> Int {
        var place = start
        var digits = 0
        while true {
            let group = place
            while place < bytes.count, ByteKind.isDigit(bytes[place]) { place += 1 }
            guard place > group, group == start || GroupedNumber.groupLengths.contains(place - group) else {
                place = group
                break
            }
            digits += place - group
            guard let separator = GroupedNumber.separator(in: bytes, at: place) else { break }
            place += separator.length
        }
        // Goes back to what may be a number at the end of the list.
        var after = 0
        while place > start, after <= GroupedNumber.mostDigits {
            place -= 1
            if ByteKind.isDigit(bytes[place]) { after += 1 }
        }
        return place
    }

    /// Whether a number can begin here: not within a word, a longer number, a time.
    private func begins(at place: Int) -> Bool {
        let byte = bytes[place]
        let before = bytes.at(place - 1)
        if byte == UInt8(ascii: "+") {
            return ByteKind.isDigit(bytes.at(place + 1)) && !ByteKind.isLetterOrDigit(before)
        }
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

    /// - Returns: the end of the address that begins here, whether or not it is a finding.
    private func address(at start: Int, _ findings: inout [Finding]) -> Int? {
        var octets = SIMD4<Int>()
        var place = start
        for index in 0..<4 {
            let digits = place
            var value = 0
            while place < bytes.count, place - digits < 3, ByteKind.isDigit(bytes[place]) {
                value = value * 10 + Int(bytes[place] - 0x30)
                place += 1
            }
            guard place > digits, value < 256 else { return nil }
            octets[index] = value
            if index < 3 {
                guard bytes.at(place) == UInt8(ascii: ".") else { return nil }
                place += 1
            }
        }
        let next = bytes.at(place)
        guard !ByteKind.isWord(next), !(next == UInt8(ascii: ".") && ByteKind.isDigit(bytes.at(place + 1))) else {
            return nil
        }
        guard !keepsVersions, octets[0] != 0, octets[0] != 127, !followsVersionWord(start), !isNetwork(octets, place)
        else { return place }
        findings.append(Finding(range: start..<place, kind: .network("\(octets[0]).\(octets[1]).\(octets[2]).0/24")))
        return place
    }

    /// `203.0.113.0/24` lacks its last part already.
    private func isNetwork(_ octets: SIMD4<Int>, _ end: Int) -> Bool {
        octets[3] == 0 && bytes.at(end) == UInt8(ascii: "/") && ByteKind.isDigit(bytes.at(end + 1))
    }

    private func followsVersionWord(_ start: Int) -> Bool {
        var end = start
        while end > 0, start - end < 2,
            bytes[end - 1] == 0x20 || bytes[end - 1] == UInt8(ascii: "/") || bytes[end - 1] == UInt8(ascii: "=")
        {
            end -= 1
        }
        return bytes.matches("version", at: end - 7) || bytes.matches("build", at: end - 5)
            || bytes.matches("release", at: end - 7)
    }
}
