import Foundation
import StrictJSON

/// An email address in the form in which it is stored and compared: NFC, lower case, no space around it, and the host
/// with A-labels (UTS #46), so that one mailbox has one spelling.
///
/// Mail may still not arrive there; validation only rejects text that cannot be an address (RFC 5321 §4.5.3.1 lengths).
public struct EmailAddress: Hashable, Sendable, LosslessStringConvertible {
    public static let maximumLength = 254

    public let description: String

    /// Text that is far too long, or has more combining marks than can be normalized quickly, is rejected before any
    /// work on it.
    private static let maximumTypedBytes = 1024

    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumTypedBytes, text.isStreamSafe else { return nil }
        let parts = text.trimmingCharacters(in: .whitespacesAndNewlines).splitBytes(at: "@")
        guard parts.count == 2, let local = Self.canonicalLocal(parts[0]), let host = EmailHost.canonical(parts[1])
        else { return nil }
        let address = "\(local)@\(host)"
        guard address.utf8.count <= Self.maximumLength else { return nil }
        description = address
    }

    /// Reads a text that this type has written.
    public init(stored text: String) { description = text }

    private static func canonicalLocal(_ part: Substring) -> String? {
        let isPlain = part.utf8.allSatisfy { $0 < 0x80 }
        // The lower-case text is composed once more: small letters compose where capitals do not, as an alpha with
        // accent and iota subscript.
        let local =
            isPlain
            ? part.lowercased()
            : part.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
        guard (1...64).contains(local.utf8.count), local.unicodeScalars.allSatisfy(isLocal), !local.hasPrefix("."),
            !local.hasSuffix("."), !local.contains("..")
        else { return nil }
        return local
    }

    private static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value > 0x20, scalar.value != 0x7F else { return false }
        guard scalar.isASCII else { return scalar.properties.isAlphabetic || scalar.properties.numericType != nil }
        return !"\"(),:;<>[\\]".unicodeScalars.contains(scalar)
    }
}

extension EmailAddress {
    /// The address as people read it: the host with U-labels. It is never compared, stored or sent.
    public var shown: String {
        guard let at = description.utf8.lastIndex(of: UInt8(ascii: "@")) else { return description }
        let host = description.utf8.index(after: at)
        return String(description[..<host]) + EmailHost.shown(description[host...])
    }

    /// The address as the audit trail shows it: the first character, dots, and the host.
    public var masked: String {
        let parts = shown.splitBytes(at: "@")
        return "\(parts[0].prefix(1))…@\(parts.last ?? "")"
    }

    /// Returns a part of an address, as a search names it, in the form in which addresses are stored: in lower case,
    /// and a whole host with A-labels.
    public static func stored(part text: String) -> String {
        guard text.utf8.count <= maximumTypedBytes, text.isStreamSafe else { return text.lowercased() }
        // Without an @ it may be a part of either.
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { return text.lowercased() }
        let start = text.utf8.index(after: at)
        guard text[start...].utf8.contains(where: { $0 >= 0x80 }), let host = EmailHost.canonical(text[start...]) else {
            return text.lowercased()
        }
        return text[..<start].lowercased() + host
    }
}
