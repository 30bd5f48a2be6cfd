/// The id of an attempt: a W3C trace id (Trace Context §3.2.2.3), 16 bytes that are not all zero.
public struct TraceID: Hashable, Sendable, LosslessStringConvertible {
    public let bytes: [UInt8]

    /// - Returns: nil unless there are 16 bytes, one of them not zero.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 16, bytes.contains(where: { $0 != 0 }) else { return nil }
        self.bytes = bytes
    }

    /// Parses 32 hexadecimal digits in either case; hyphens of a UUID are tolerated.
    public init?(_ text: String) {
        guard let bytes = Hexadecimal.decode(text.utf8.filter { $0 != UInt8(ascii: "-") }) else { return nil }
        self.init(bytes: bytes)
    }

    /// 32 lower-case hexadecimal digits.
    public var description: String { Hexadecimal.encode(bytes) }
}
