/// Finds a list in a JSON text, and its elements, without parsing them.
///
/// It reads only brackets, quotes and commas, once from front to back, so that a syntax error within one element does
/// not hide where the next begins. The strict parser then reads each element, so a wrong guess of the scanner can only
/// cause a rejection.
struct JSONListScan {
    /// The list has no end, a bracket has no match, or an element is missing.
    struct Malformed: Error {}

    private let bytes: ArraySlice<UInt8>
    private(set) var position: Int
    /// The closing brackets that the element still needs; empty between elements.
    private var open: [UInt8] = []
    private var isFirst = true
    private var isAtEnd = false

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Returns the position of the `[` after a name, when it is a member of the outermost object, and moves behind it.
    /// - Parameter name: with its quotes.
    mutating func startOfList(named name: [UInt8]) -> Int? {
        var depth = 0
        while position < bytes.endIndex {
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

    /// Returns the next element of the list; nil at its `]`, where the scan stays.
    mutating func next() throws(Malformed) -> ArraySlice<UInt8>? {
        guard !isAtEnd else { return nil }
        let start = position
        while position < bytes.endIndex {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                skipText()
                continue
            // In ASCII a closing bracket has the code of the opening one plus two.
            case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(byte + 2)
            case UInt8(ascii: "]") where open.isEmpty:
                isAtEnd = true
                if isFirst, isBlank(start..<position) { return nil }
                return try element(start..<position)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() == byte else { throw Malformed() }
            case UInt8(ascii: ",") where open.isEmpty:
                position += 1
                return try element(start..<position - 1)
            default: break
            }
            position += 1
        }
        throw Malformed()
    }

    private mutating func element(_ range: Range<Int>) throws(Malformed) -> ArraySlice<UInt8> {
        guard !isBlank(range) else { throw Malformed() }
        isFirst = false
        return bytes[range]
    }

    /// Moves behind the string that begins here, or to the end.
    private mutating func skipText() {
        position += 1
        while position < bytes.endIndex, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position = min(position + 1, bytes.endIndex)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        while position < bytes.endIndex, isSpace(bytes[position]) { position += 1 }
        guard position < bytes.endIndex, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private func isBlank(_ range: Range<Int>) -> Bool { bytes[range].allSatisfy(isSpace) }

    private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 }
}
