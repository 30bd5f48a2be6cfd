/// Finds email addresses, and the user and password that a URL can carry before its host (RFC 3986 §3.2.1).
struct EmailFinder {
    let bytes: [UInt8]

    func find(into findings: inout [Finding]) {
        // The text before it was scanned already, so many @ signs do not raise the cost.
        var floor = 0
        for place in bytes.indices where bytes[place] == UInt8(ascii: "@") {
            guard place >= floor else { continue }
            let local = startOfQuotedPart(before: place, floor: floor) ?? startOfLocalPart(before: place, floor: floor)
            if let start = startOfUserInfo(before: place, floor: floor) {
                findings.append(Finding(range: start..<place, kind: .secret))
                floor = place + 1
            } else if local < place, let end = endOfDomain(after: place) {
                findings.append(Finding(range: local..<end, kind: .email))
                floor = end
            } else if local < place, let end = endOfCutDomain(after: place) {
                findings.append(Finding(range: local..<end, kind: .email))
                floor = end
            } else {
                floor = place + 1
            }
        }
        findQuotedPrintable(into: &findings)
    }

    /// `ada=40example.com` (RFC 2045 §6.7).
    private func findQuotedPrintable(into findings: inout [Finding]) {
        var floor = 0
        for place in bytes.indices
        where place >= floor && bytes[place] == UInt8(ascii: "=") && bytes.at(place + 1) == UInt8(ascii: "4")
            && bytes.at(place + 2) == UInt8(ascii: "0")
        {
            let local = startOfLocalPart(before: place, floor: floor)
            floor = place + 1
            guard local < place, let end = endOfDomain(after: place + 2) else { continue }
            findings.append(Finding(range: local..<end, kind: .email))
            floor = end
        }
    }

    /// `"ada lovelace"@example.com` (RFC 5322 §3.4.1).
    private func startOfQuotedPart(before at: Int, floor: Int) -> Int? {
        guard bytes.at(at - 1) == UInt8(ascii: "\"") else { return nil }
        var start = at - 1
        while start > floor, at - start < 66 {
            start -= 1
            if bytes[start] == UInt8(ascii: "\"") { return start }
            guard bytes[start] >= 0x20 else { return nil }
        }
        return nil
    }

    /// The end of a domain that was cut off: `ada@exam…`.
    private func endOfCutDomain(after at: Int) -> Int? {
        var end = at + 1
        while isDomainByte(bytes.at(end)) && !isEllipsis(end) || bytes.at(end) == UInt8(ascii: ".") && !isEllipsis(end)
        { end += 1 }
        guard isEllipsis(end) else { return nil }
        return end + 3
    }

    private func isEllipsis(_ place: Int) -> Bool {
        bytes.matches("...", at: place)
            || bytes.at(place) == 0xE2 && bytes.at(place + 1) == 0x80 && bytes.at(place + 2) == 0xA6
    }

    private func startOfLocalPart(before at: Int, floor: Int) -> Int {
        var start = at
        while start > floor, isLocalByte(bytes[start - 1]) { start -= 1 }
        while start < at, bytes[start] == UInt8(ascii: ".") || bytes[start] == UInt8(ascii: "'") { start += 1 }
        return start
    }

    private func isLocalByte(_ byte: UInt8) -> Bool {
        if ByteKind.isWord(byte) || byte >= 0x80 { return true }
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "%"), UInt8(ascii: "'"),
            UInt8(ascii: "~"):
            return true
        case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "^"), UInt8(ascii: "*"): return true
        default: return false
        }
    }

    /// The place after `://`, when only user information lies between it and the @ sign.
    private func startOfUserInfo(before at: Int, floor: Int) -> Int? {
        var start = at
        while start > floor {
            let byte = bytes[start - 1]
            if byte == UInt8(ascii: "/") {
                let isAuthority = bytes.at(start - 2) == UInt8(ascii: "/") && bytes.at(start - 3) == UInt8(ascii: ":")
                return isAuthority && start < at ? start : nil
            }
            guard byte > 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") else {
                return nil
            }
            start -= 1
        }
        return nil
    }

    /// The end is behind the last label that can be a top-level domain, or begins with one: `example.org.0` and
    /// `example.org-42` end behind `org`. A label of digits is none, so `swift-nio@2.1.0` is no address, nor is the
    /// picture `icon@2x.png`.
    private func endOfDomain(after at: Int) -> Int? {
        guard !isScaledPicture(at) else { return nil }
        var end: Int?
        var label = at + 1
        var hasLetters = false
        while isDomainByte(bytes.at(label)) {
            var next = label
            var letters: Int?
            var isNamed = false
            while isDomainByte(bytes.at(next)) {
                let isLetter = ByteKind.isLetter(bytes[next]) || bytes[next] >= 0x80
                if isLetter { isNamed = true } else if letters == nil { letters = next }
                next += 1
            }
            if label > at + 1, let top = endOfTopLevel(label..<next, letters: letters ?? next, afterName: hasLetters) {
                end = top
            }
            hasLetters = isNamed
            guard bytes.at(next) == UInt8(ascii: ".") else { break }
            label = next + 1
        }
        return end
    }

    private func endOfTopLevel(_ label: Range<Int>, letters: Int, afterName: Bool) -> Int? {
        if bytes.matches("xn--", at: label.lowerBound) { return label.upperBound }
        guard letters - label.lowerBound >= 2, letters == label.upperBound || afterName else { return nil }
        return letters
    }

    private func isDomainByte(_ byte: UInt8) -> Bool {
        ByteKind.isLetterOrDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private func isScaledPicture(_ at: Int) -> Bool {
        ByteKind.isDigit(bytes.at(at + 1)) && bytes.at(at + 2) == UInt8(ascii: "x")
            && bytes.at(at + 3) == UInt8(ascii: ".")
    }
}
