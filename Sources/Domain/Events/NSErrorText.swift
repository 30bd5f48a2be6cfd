import StrictJSON

/// The domains and codes of an `NSError`, as its texts have them: React Native, Flutter and other wrappers pass on the text
/// only.
///
/// The description has `(NSURLErrorDomain error -1009.)`, in which the word is translated, and brackets and blanks are those
/// of the language; the debug description has `Error Domain=NSURLErrorDomain Code=-1009`.
enum NSErrorText {
    /// The bytes that are read. A description is shorter.
    private static let maximumBytes = 4096
    /// The bytes after a bracket that are read.
    private static let maximumDescription = 200
    /// The pairs that are returned at most.
    private static let maximumCount = 8

    /// Returns what may be a domain with a code: those of debug descriptions first, and then of descriptions.
    static func pairs(in message: String) -> [FailureKey.Pair] {
        let bytes = Array(message.utf8.prefix(maximumBytes))
        return Array((debugDescriptions(bytes) + descriptions(bytes)).prefix(maximumCount))
    }

    private static func debugDescriptions(_ bytes: [UInt8]) -> [FailureKey.Pair] {
        let words = bytes.split { $0 <= UInt8(ascii: " ") }
        return zip(words, words.dropFirst()).compactMap { word, next in
            guard let name = rest(of: word, after: "Domain="), let code = rest(of: next, after: "Code=") else {
                return nil
            }
            return pair(name.prefix(while: isOfDomain), number(code))
        }
    }

    private static func rest(of word: ArraySlice<UInt8>, after mark: StaticString) -> ArraySlice<UInt8>? {
        let mark = Array(mark.description.utf8)
        return word.starts(with: mark) ? word.dropFirst(mark.count) : nil
    }

    /// Reads each bracket: a domain, other bytes, and the last number before the closing one.
    private static func descriptions(_ bytes: [UInt8]) -> [FailureKey.Pair] {
        var pairs: [FailureKey.Pair] = []
        for opening in [Array("(".utf8), Array("（".utf8)] {
            for begin in bytes.indices where bytes[begin...].starts(with: opening) {
                let inside = bytes[(begin + opening.count)...].prefix(maximumDescription)
                let name = inside.prefix(while: isOfDomain)
                guard !name.isEmpty else { continue }
                let after = inside[name.endIndex...].prefix { $0 != UInt8(ascii: ")") && $0 != UInt8(ascii: "(") }
                guard let digit = after.lastIndex(where: isDigit) else { continue }
                let first = after[...digit].lastIndex { !isDigit($0) }.map { $0 + 1 } ?? after.startIndex
                let isNegative = first > after.startIndex && after[first - 1] == UInt8(ascii: "-")
                if let pair = pair(name, number(after[(isNegative ? first - 1 : first)...])) { pairs.append(pair) }
            }
        }
        return pairs
    }

    private static func pair(_ domain: ArraySlice<UInt8>, _ code: ArraySlice<UInt8>) -> FailureKey.Pair? {
        let domain = String(decoding: domain, as: UTF8.self)
        guard isDomain(domain), code.contains(where: isDigit), code.count <= 11 else { return nil }
        return FailureKey.Pair(domain: domain, code: String(decoding: code, as: UTF8.self))
    }

    /// Other words in brackets, as in `(HTTP 404)`, are no domains of an `NSError`.
    private static func isDomain(_ name: String) -> Bool {
        name.utf8.contains(UInt8(ascii: ".")) || name.contains("Domain") || name.hasSameBytes(as: "OSStatus")
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let digits = (bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes).prefix(while: isDigit)
        return bytes[..<digits.endIndex]
    }

    private static func isOfDomain(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == 0x2E || byte == 0x5F
    }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
