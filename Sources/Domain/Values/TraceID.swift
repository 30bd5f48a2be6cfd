import Foundation

/// The id of an attempt: a W3C trace id (Trace Context §3.2.2.3), 16 bytes that are not all zero.
public struct TraceID: Hashable, Sendable, LosslessStringConvertible {
    public static let byteCount = 16

    public let bytes: [UInt8]

    /// - Returns: nil unless there are 16 bytes, one of them not zero.
    public init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.contains(where: { $0 != 0 }) else { return nil }
        self.bytes = bytes
    }

    /// The attempt of a request whose client names none: the bytes of the request's id, the random ones first.
    /// - Returns: nil for an id that is no UUID.
    public init?(ofRequest id: String) {
        guard let id = UUID(hyphenated: id) else { return nil }
        self.init(bytes: id.bytes.reversed())
    }

    /// Parses 32 hexadecimal digits in either case; hyphens of a UUID are tolerated.
    public init?(_ text: String) {
        guard let bytes = Hexadecimal.decode(text.utf8.filter { $0 != UInt8(ascii: "-") }) else { return nil }
        self.init(bytes: bytes)
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { Hexadecimal.encode(bytes) }
}
