import StrictJSON

/// A host name without port, in lower case (RFC 1123 §2.1).
public struct HostName: Hashable, Sendable, LosslessStringConvertible {
    public static let maximumLength = 253

    public let description: String

    public init?(_ text: String) {
        guard (1...Self.maximumLength).contains(text.utf8.count) else { return nil }
        let host = text.lowercasedASCII()
        let labels = host.splitBytes(at: ".")
        guard
            labels.allSatisfy({ label in
                (1...63).contains(label.utf8.count) && label.utf8.first != UInt8(ascii: "-")
                    && label.utf8.last != UInt8(ascii: "-")
                    && label.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
            })
        else { return nil }
        description = host
    }
}
