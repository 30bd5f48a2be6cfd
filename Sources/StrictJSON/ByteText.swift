import Glibc

/// An untrusted text as a dictionary key: equality and hash use its bytes.
///
/// A `String` compares and hashes by its normal form, which costs far more, and treats different names as equal. Names
/// of members, fields, parameters, cookies and attributes are looked up by this type. The hash is seeded, so collisions
/// cannot be prepared.
public struct ByteText: Sendable, Hashable, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let text: String

    @inlinable public init(_ text: String) { self.text = text }

    public init(stringLiteral text: String) { self.text = text }

    public var description: String { text }

    @inlinable public static func == (left: ByteText, right: ByteText) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Orders by bytes, which is also the order of the scalars.
    public static func < (left: ByteText, right: ByteText) -> Bool { left.text.precedesByBytes(right.text) }

    @inlinable public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

/// Operations on texts that need neither normalisation nor character boundaries.
///
/// `@inlinable`: the compiler makes fast code of a generic function for another module only when it sees its source.
extension StringProtocol {
    @inlinable public func hasSameBytes(as other: some StringProtocol) -> Bool {
        withBytes { own in
            other.withBytes { other in
                guard own.count == other.count else { return false }
                guard let start = own.baseAddress, let otherStart = other.baseAddress else { return true }
                return memcmp(start, otherStart, own.count) == 0
            }
        }
    }

    public func hasBytePrefix(_ prefix: some StringProtocol) -> Bool {
        withBytes { own in prefix.withBytes { own.count >= $0.count && own.prefix($0.count).elementsEqual($0) } }
    }

    public func hasByteSuffix(_ suffix: some StringProtocol) -> Bool {
        withBytes { own in suffix.withBytes { own.count >= $0.count && own.suffix($0.count).elementsEqual($0) } }
    }

    /// Returns whether the text contains the bytes of `part`. Suitable for short parts.
    public func containsBytes(of part: some StringProtocol) -> Bool {
        withBytes { own in
            part.withBytes { part in
                guard let first = part.first else { return true }
                guard own.count >= part.count else { return false }
                return (0...own.count - part.count).contains {
                    own[$0] == first && own[$0..<$0 + part.count].elementsEqual(part)
                }
            }
        }
    }

    /// Returns the text with ASCII letters in lower case; other characters stay as they are.
    public func lowercasedASCII() -> String {
        withBytes { bytes in
            String(unsafeUninitializedCapacity: bytes.count) { buffer in
                for (place, byte) in bytes.enumerated() {
                    buffer[place] = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                }
                return bytes.count
            }
        }
    }

    /// Returns whether the texts are equal, ignoring the case of ASCII letters.
    public func matchesIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        withBytes { own in
            other.withBytes { other in
                own.count == other.count
                    && zip(own, other).allSatisfy {
                        $0 == $1 || $0 | 0x20 == $1 | 0x20 && (0x61...0x7A).contains($0 | 0x20)
                    }
            }
        }
    }

    /// Splits the text at the bytes of one ASCII character.
    public func splitBytes(
        at separator: Unicode.Scalar,
        maximumSplits: Int = .max,
        keepingEmpty: Bool = true
    ) -> [SubSequence] {
        utf8.split(
            separator: UInt8(ascii: separator),
            maxSplits: maximumSplits,
            omittingEmptySubsequences: !keepingEmpty
        )
        .map { self[$0.startIndex..<$0.endIndex] }
    }

    /// Returns the text without leading and trailing spaces and tabs.
    public func trimmingBlanks() -> String {
        withBytes { bytes in
            var start = 0
            var end = bytes.count
            while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
            while start < end, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
            return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        }
    }

    @inlinable func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        utf8.withContiguousStorageIfAvailable(body) ?? Array(utf8).withUnsafeBufferPointer(body)
    }

    @inlinable func hashBytes(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        // Terminates the text, so that two texts in a row hash differently from one longer text.
        hasher.combine(0xFF as UInt8)
    }

    func precedesByBytes(_ other: some StringProtocol) -> Bool {
        withBytes { own in other.withBytes { own.lexicographicallyPrecedes($0) } }
    }
}
