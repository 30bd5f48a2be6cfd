/// Why a compressed body is rejected.
public enum InflateError: Error, Sendable, Hashable {
    /// The body does not have the format of its content coding, or is damaged.
    case malformed
    /// The body ends too early.
    case truncated
    /// More bytes follow the compressed data.
    case trailingData
    /// The unpacked body exceeds the limit.
    case tooLarge(maximumBytes: Int)
    /// The body exceeds `freeBytes`, and its compression ratio shows a decompression bomb.
    case ratioTooHigh(maximum: Int, freeBytes: Int)
    /// Unpacking needs a larger window than the content coding has (RFC 9659 §3).
    case windowTooLarge(maximumBytes: Int)

    /// One sentence for users.
    public func sentence(_ coding: ContentCoding) -> String {
        switch self {
        case .malformed: "The body is not \(coding.rawValue), or is damaged."
        case .truncated: "The \(coding.rawValue) body is cut short."
        case .trailingData: "Data that is no further part of it follows the \(coding.rawValue) body."
        case .tooLarge(let maximum): "The body unpacks to more than \(maximum) bytes."
        case .ratioTooHigh(let maximum, let freeBytes):
            """
            The body unpacks to more than \(maximum) times its size. A body that unpacks to more than \(freeBytes) bytes \
            may not.
            """
        case .windowTooLarge(let maximum): "The \(coding.rawValue) body needs a window above \(maximum) bytes."
        }
    }
}
