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
        while place < bytes.count, ByteKind.isHexadecimal(bytes[place]) || bytes[place] == UInt8(ascii: ":") { place += 1 }
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
        let network = groups.prefix(3)
        guard groups.dropFirst(3).contains(where: { $0 != 0 }), network.contains(where: { $0 != 0 }) else { return }
        let kept = network.map { String($0, radix: 16) }.joined(separator: ":") + "::/48"
        findings.append(Finding(range: range, kind: .network(kept)))
    }

    /// The eight groups of an address; nil when it is something else: a time, a name with colons.
    private func groups(_ range: Range<Int>) -> [UInt16]? {
        guard range.count <= 39, range.count >= 4 else { return nil }
        let halves = halves(of: range)
        guard let first = numbers(halves.first) else { return nil }
        guard let second = halves.second else { return first.count == 8 ? first : nil }
        guard let last = numbers(second), first.count + last.count <= 7 else { return nil }
        return first + [UInt16](repeating: 0, count: 8 - first.count - last.count) + last
    }

    /// What stands before and after the double colon.
    private func halves(of range: Range<Int>) -> (first: Range<Int>, second: Range<Int>?) {
        for place in range.dropLast() where bytes[place] == UInt8(ascii: ":") && bytes[place + 1] == UInt8(ascii: ":") {
            return (range.lowerBound..<place, place + 2..<range.upperBound)
        }
        return (range, nil)
    }

    private func numbers(_ range: Range<Int>) -> [UInt16]? {
        guard !range.isEmpty else { return [] }
        let groups = bytes[range].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = groups.compactMap { UInt16(String(decoding: $0, as: UTF8.self), radix: 16) }
        return numbers.count == groups.count ? numbers : nil
    }
}
