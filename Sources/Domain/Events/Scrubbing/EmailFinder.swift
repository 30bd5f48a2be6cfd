/// Finds mail addresses, and the user and password that a URL can carry before its host (RFC 3986 §3.2.1).
struct EmailFinder {
    let bytes: [UInt8]

    func find(into findings: inout [Finding]) {
        // What lies before it was looked at already, so a text of many @ signs costs no more than another.
        var floor = 0
        for place in bytes.indices where bytes[place] == UInt8(ascii: "@") {
            guard place >= floor else { continue }
            let local = startOfLocalPart(before: place, floor: floor)
            if let start = startOfUserInfo(before: place, floor: floor) {
                findings.append(Finding(range: start..<place, kind: .secret))
                floor = place + 1
            } else if local < place, let end = endOfDomain(after: place) {
                findings.append(Finding(range: local..<end, kind: .email))
                floor = end
            } else {
                floor = place + 1
            }
        }
    }

    private func startOfLocalPart(before at: Int, floor: Int) -> Int {
        var start = at
        while start > floor, isLocalByte(bytes[start - 1]) { start -= 1 }
        while start < at, bytes[start] == UInt8(ascii: ".") { start += 1 }
        return start
    }

    private func isLocalByte(_ byte: UInt8) -> Bool {
        if ByteKind.isWord(byte) || byte >= 0x80 { return true }
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "%"), UInt8(ascii: "'"), UInt8(ascii: "~"): return true
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
            guard byte > 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "?"), byte != UInt8(ascii: "#") else { return nil }
            start -= 1
        }
        return nil
    }

    /// Needs a point and a last label without digits, so `swift-nio@2.1.0` is none, nor is the picture `icon@2x.png`.
    private func endOfDomain(after at: Int) -> Int? {
        var end = at + 1
        var lastLabel = end
        var labels = 1
        while end < bytes.count {
            if bytes[end] == UInt8(ascii: "."), end > lastLabel, isDomainByte(bytes.at(end + 1)) {
                labels += 1
                lastLabel = end + 1
            } else if !isDomainByte(bytes[end]) {
                break
            }
            end += 1
        }
        guard labels > 1, end - lastLabel >= 2, isTopLevel(lastLabel..<end), !isScaledPicture(at) else { return nil }
        return end
    }

    private func isDomainByte(_ byte: UInt8) -> Bool {
        ByteKind.isLetterOrDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private func isTopLevel(_ label: Range<Int>) -> Bool {
        label.allSatisfy { ByteKind.isLetter(bytes[$0]) || bytes[$0] >= 0x80 } || bytes.matches("xn--", at: label.lowerBound)
    }

    private func isScaledPicture(_ at: Int) -> Bool {
        ByteKind.isDigit(bytes.at(at + 1)) && bytes.at(at + 2) == UInt8(ascii: "x") && bytes.at(at + 3) == UInt8(ascii: ".")
    }
}
