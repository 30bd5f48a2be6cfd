import Foundation

/// The part of any error that may be logged: its type, its case, numbers and flags; no texts, because those may contain
/// what a client sent.
public struct ErrorSummary: Sendable, CustomStringConvertible {
    public let type: String
    /// The details, such as `syntax(offset=12 reason=unexpectedEnd)`; empty when none is safe to log.
    public let detail: String

    public var description: String { detail.isEmpty ? type : "\(type) \(detail)" }

    public init(_ error: any Error) {
        type = "\(Swift.type(of: error))"
        detail = Self.known(error) ?? Self.text(of: error, depth: 0) ?? ""
    }

    private static func known(_ error: any Error) -> String? {
        if let error = error as? CocoaError { return "code=\(error.code.rawValue)" }
        if let error = error as? POSIXError { return "code=\(error.code.rawValue)" }
        return nil
    }

    /// Nil for a value that is no number, flag or case.
    private static func text(of value: Any, depth: Int) -> String? {
        switch value {
        case let value as any BinaryInteger: return "\(value)"
        case let value as Bool: return "\(value)"
        default: break
        }
        let mirror = Mirror(reflecting: value)
        guard depth < 3 else { return nil }
        if mirror.displayStyle == .enum {
            // A case without a value is safe; a case that describes itself could contain any text.
            guard let child = mirror.children.first else {
                return value is any CustomStringConvertible || value is any CustomDebugStringConvertible
                    ? nil : "\(value)"
            }
            let inner = text(of: child.value, depth: depth + 1).map { "(\($0))" } ?? ""
            return (child.label ?? "") + inner
        }
        if mirror.displayStyle == .optional {
            return mirror.children.first.flatMap { text(of: $0.value, depth: depth + 1) }
        }
        guard [.struct, .class, .tuple].contains(mirror.displayStyle) else { return nil }
        let parts = mirror.children.prefix(8).compactMap { child in
            text(of: child.value, depth: depth + 1).map { "\(child.label ?? "")=\($0)" }
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
