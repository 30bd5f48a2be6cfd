/// Finds IPv6 addresses (RFC 4291 §2.2) and keeps their first 48 bits.
struct NetworkFinder {
    let bytes: [UInt8]

    func find(into findings: inout [Finding]) {
        var place = 0
        while place < bytes.count {
            let end = endOfRun(from: place)
            if end - place >= 4 { examine(place..<end, &findings) }
            place = max(end, place + 1)
        }
    }

    private func endOfRun(from start: Int) -> Int {
        var place = start
        while place < bytes.count, ByteKind.isHexadecimal(bytes[place]) || bytes[place] == UInt8(ascii: ":") {
            place += 1
        }
        return place
    }

    private func examine(_ run: Range<Int>, _ findings: inout [Finding]) {
        var range = run
        // The colon of "from 2001:db8::1:" ends the sentence.
        if bytes[range.upperBound - 1] == UInt8(ascii: ":"), bytes[range.upperBound - 2] != UInt8(ascii: ":") {
            range = range.lowerBound..<range.upperBound - 1
        }
        guard !ByteKind.isWord(bytes.at(range.lowerBound - 1)), !ByteKind.isWord(bytes.at(range.upperBound)),
            bytes[range].contains(where: ByteKind.isDigit), let groups = groups(range)
        else { return }
        guard groups[3] | groups[4] | groups[5] | groups[6] | groups[7] != 0, groups[0] | groups[1] | groups[2] != 0
        else { return }
        let kept = (0..<3).map { String(groups[$0], radix: 16) }.joined(separator: ":") + "::/48"
        findings.append(Finding(range: range, kind: .network(kept)))
    }

    /// Returns the eight groups of an address; nil for other text: a time, a name with colons.
    private func groups(_ range: Range<Int>) -> SIMD8<UInt16>? {
        guard range.count <= 39, range.count >= 4 else { return nil }
        var groups = SIMD8<UInt16>()
        // The number of groups, and the number of those before the double colon.
        var (count, gap) = (0, Int?.none)
        var place = range.lowerBound
        while place < range.upperBound {
            if bytes[place] == UInt8(ascii: ":") {
                guard gap == nil, bytes.at(place + 1) == UInt8(ascii: ":"), place + 1 < range.upperBound else {
                    return nil
                }
                gap = count
                place += 2
                continue
            }
            guard count < 8, let end = group(from: place, before: range.upperBound, &groups[count]) else { return nil }
            count += 1
            place = end
            // A group is followed by a single colon; a double colon is read above.
            guard place < range.upperBound, bytes.at(place + 1) != UInt8(ascii: ":") else { continue }
            place += 1
            guard place < range.upperBound else { return nil }
        }
        guard let gap else { return count == 8 ? groups : nil }
        return count <= 7 ? spread(groups, count, gap) : nil
    }

    /// Reads hexadecimal digits up to a colon.
    private func group(from start: Int, before limit: Int, _ value: inout UInt16) -> Int? {
        var place = start
        var number = 0
        while place < limit, bytes[place] != UInt8(ascii: ":") {
            number = number << 4 | Int(ByteKind.hexadecimalValue(bytes[place]))
            guard number <= 0xFFFF else { return nil }
            place += 1
        }
        value = UInt16(number)
        return place
    }

    /// Fills the double colon with zeros.
    private func spread(_ groups: SIMD8<UInt16>, _ count: Int, _ gap: Int) -> SIMD8<UInt16> {
        var spread = SIMD8<UInt16>()
        for index in 0..<count { spread[index < gap ? index : index + 8 - count] = groups[index] }
        return spread
    }
}
