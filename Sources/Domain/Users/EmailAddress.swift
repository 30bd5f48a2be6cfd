import Foundation
import StrictJSON

/// An email address in the form in which it is stored, compared and shown: NFC, lower case, no space around it.
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
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let isPlain = trimmed.utf8.allSatisfy { $0 < 0x80 }
        // The lower-case text is composed once more: small letters compose where capitals do not, as an alpha with
        // accent and iota subscript.
        let address =
            isPlain
            ? trimmed.lowercased()
            : trimmed.precomposedStringWithCanonicalMapping.lowercased().precomposedStringWithCanonicalMapping
        guard address.utf8.count <= Self.maximumLength else { return nil }
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), Self.isHost(parts[1]),
            parts[0].unicodeScalars.allSatisfy(Self.isLocal), !parts[0].hasPrefix("."), !parts[0].hasSuffix("."),
            !parts[0].contains("..")
        else { return nil }
        description = address
    }

    /// Reads a text that this type has written.
    public init(stored text: String) {
        description = text
    }

    private static func isLocal(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value > 0x20, scalar.value != 0x7F else { return false }
        guard scalar.isASCII else {
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }
        return !"\"(),:;<>[\\]".unicodeScalars.contains(scalar)
    }

    private static func isHost(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, host.utf8.count <= 253 else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.unicodeScalars.allSatisfy { scalar in
                    scalar == "-" || scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
                }
        }
    }
}

extension EmailAddress {
    /// The address as the audit trail shows it: the first character, dots, and the host.
    public var masked: String {
        let parts = description.split(separator: "@")
        return "\(parts[0].prefix(1))…@\(parts[1])"
    }
}
