import CZlib

/// Why a compressed body is rejected.
public enum InflateError: Error, Sendable, Hashable {
    /// The body is not gzip (RFC 1952), or is damaged.
    case malformed
    /// The body ends too early.
    case truncated
    /// More bytes follow the gzip member.
    case trailingData
    /// The unpacked body exceeds the limit, or its compression ratio shows a decompression bomb.
    case tooLarge(maximumBytes: Int)

    /// One sentence for users.
    public var sentence: String {
        switch self {
        case .malformed: "The body is not gzip."
        case .truncated: "The gzip body is cut short."
        case .trailingData: "Something follows the gzip body. Send one member only."
        case .tooLarge(let maximum): "The body unpacks to more than \(maximum) bytes, or is packed suspiciously well."
        }
    }
}
