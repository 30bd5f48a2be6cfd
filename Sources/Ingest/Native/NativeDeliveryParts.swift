import Domain

/// The events of a delivery as bytes, and the delivery without them.
///
/// The scanner reads only brackets, quotes and commas, once from front to back, so that a syntax error within one event
/// does not hide where the next begins. The strict parser then reads each part, so a wrong guess of the scanner can
/// only cause a rejection.
struct NativeDeliveryParts {
    /// At most one more than a delivery may have.
    private(set) var events: [ArraySlice<UInt8>] = []
    /// The delivery with an empty list of events.
    let frame: [UInt8]

    private static let name = Array("\"events\"".utf8)

    /// - Returns: nil unless the body is an object with a list of events whose brackets match.
    init?(_ body: [UInt8]) {
        var scan = Scan(bytes: body)
        guard let start = scan.startOfList(named: Self.name),
            let events = scan.elements(most: EventLimits.batchItems + 1)
        else {
            return nil
        }
        self.events = events
        frame = Array(body[...start] + body[scan.position...])
    }
}

private struct Scan {
    let bytes: [UInt8]
    var position = 0

    /// Returns the position of the `[` after `name`, when it is a member of the outermost object, and moves behind it.
    mutating func startOfList(named name: [UInt8]) -> Int? {
        var depth = 0
        while position < bytes.count {
            let start = position
            switch bytes[position] {
            case UInt8(ascii: "\""):
                skipText()
                guard depth == 1, bytes[start..<position].elementsEqual(name), take(UInt8(ascii: ":")) else { continue }
                return take(UInt8(ascii: "[")) ? position - 1 : nil
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
        }
        return nil
    }

    /// Returns the elements of the list and stops at its `]`; nil when the list has no end, or a bracket has no match.
    mutating func elements(most: Int) -> [ArraySlice<UInt8>]? {
        var elements: [ArraySlice<UInt8>] = []
        var open: [UInt8] = []
        var start = position
        while position < bytes.count, elements.count < most {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                skipText()
                continue
            // In ASCII a closing bracket has the code of the opening one plus two.
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte + 2)
            case UInt8(ascii: "]") where open.isEmpty:
                if elements.isEmpty, isBlank(start..<position) { return [] }
                guard !isBlank(start..<position) else { return nil }
                return elements + [bytes[start..<position]]
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == byte else { return nil }
            case UInt8(ascii: ",") where open.isEmpty:
                guard !isBlank(start..<position) else { return nil }
                elements.append(bytes[start..<position])
                start = position + 1
            default: break
            }
            position += 1
        }
        return elements.count == most ? elements : nil
    }

    /// Moves behind the string that begins here, or to the end.
    private mutating func skipText() {
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.count)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(isSpace) }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
