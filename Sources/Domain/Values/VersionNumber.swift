/// The order of a version, as in Semantic Versioning 2.0.0 §11: `2.4.0-beta.2` < `2.4.0` < `2.4.1`.
///
/// It also reads what apps and systems send beside that: any number of parts (`18`, `2.3`, `1.2.3.4`), where missing ones
/// are zero; a leading `v`; a name before `@` (`com.example.app@2.4.0`). A build (`2.4.0+17`, `2.4.0 (17)`) has no part in
/// the order, so versions that differ in it alone are equal. Compare the texts to tell them apart.
public struct VersionNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number of parts between dots.
    public static let maximumParts = 8
    /// The size of a text that can be a version, in UTF-8 bytes.
    public static let maximumBytes = 128

    /// A part of a pre-release: numbers come before words (SemVer §11.4).
    private enum Identifier: Hashable, Comparable {
        case number(UInt64)
        /// Also a number of more than 64 bits.
        case word([UInt8])

        static func < (left: Identifier, right: Identifier) -> Bool {
            switch (left, right) {
            case (.number(let left), .number(let right)): left < right
            case (.number, .word): true
            case (.word, .number): false
            case (.word(let left), .word(let right)): left.lexicographicallyPrecedes(right)
            }
        }
    }

    /// Without zeros at the end.
    private let numbers: [UInt64]
    /// Empty for a release.
    private let preRelease: [Identifier]

    /// - Returns: nil unless the text is a version.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        var bytes = Array(text.utf8)[...]
        if let name = bytes.lastIndex(of: UInt8(ascii: "@")) { bytes = bytes[(name + 1)...] }
        if let first = bytes.first, first | 0x20 == UInt8(ascii: "v") { bytes = bytes.dropFirst() }
        guard let core = Self.withoutBuild(bytes) else { return nil }
        let hyphen = core.firstIndex(of: UInt8(ascii: "-"))
        guard let numbers = Self.numbers(core[..<(hyphen ?? core.endIndex)]),
            let preRelease = hyphen.map({ Self.identifiers(core[($0 + 1)...]) }) ?? []
        else { return nil }
        self.numbers = numbers
        self.preRelease = preRelease
    }

    public static func < (left: VersionNumber, right: VersionNumber) -> Bool {
        guard left.numbers == right.numbers else { return left.numbers.lexicographicallyPrecedes(right.numbers) }
        guard !left.preRelease.isEmpty, !right.preRelease.isEmpty else {
            return !left.preRelease.isEmpty && right.preRelease.isEmpty
        }
        return left.preRelease.lexicographicallyPrecedes(right.preRelease)
    }

    /// At least two numbers, then the pre-release: `2.0`, `2.4.1`, `2.4-beta.2`.
    public var description: String {
        let padding = [UInt64](repeating: 0, count: max(0, 2 - numbers.count))
        let core = (numbers + padding).map { String($0) }.joined(separator: ".")
        guard !preRelease.isEmpty else { return core }
        let identifiers = preRelease.map {
            switch $0 {
            case .number(let number): String(number)
            case .word(let bytes): String(decoding: bytes, as: UTF8.self)
            }
        }
        return "\(core)-\(identifiers.joined(separator: "."))"
    }

    /// Cuts `+17` or ` (17)` from the end; nil when a parenthesis is not closed.
    private static func withoutBuild(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if let plus = bytes.firstIndex(of: UInt8(ascii: "+")) { return bytes[..<plus] }
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")) else { return bytes }
        guard bytes.last == UInt8(ascii: ")"), bytes[..<open].last == UInt8(ascii: " ") else { return nil }
        return bytes[..<(open - 1)]
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [UInt64]? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= maximumParts else { return nil }
        var numbers = [UInt64]()
        for part in parts {
            guard let number = number(part) else { return nil }
            numbers.append(number)
        }
        while numbers.last == 0 { numbers.removeLast() }
        return numbers
    }

    private static func identifiers(_ bytes: ArraySlice<UInt8>) -> [Identifier]? {
        var identifiers = [Identifier]()
        for part in bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.allSatisfy(isWord) else { return nil }
            identifiers.append(number(part).map(Identifier.number) ?? .word(Array(part)))
        }
        return identifiers
    }

    /// Reads ASCII digits; nil when there are none, another byte, or more than 64 bits.
    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64? {
        guard !bytes.isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in bytes {
            guard (0x30...0x39).contains(byte) else { return nil }
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(byte - 0x30))
            guard !isTooLarge, !overflows else { return nil }
            value = sum
        }
        return value
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
