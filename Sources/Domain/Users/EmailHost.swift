import Foundation
import StrictJSON

/// The host of an email address in its two spellings (UTS #46, without transitional mappings).
///
/// The one with A-labels (`xn--mller-brot-9db.example`) is stored, compared and sent; people read the one with U-labels
/// (`müller-brot.example`).
enum EmailHost {
    /// The scalars of a typed host. An A-label is longer than its U-label, so a valid host has no more.
    private static let maximumScalars = 253
    private static let maximumBytes = 253
    private static let hyphen = UInt8(ascii: "-")

    /// Returns the host in lower case, with A-labels.
    /// - Parameter host: stream-safe text.
    /// - Returns: nil for what is no host, and for a label that IDNA does not know.
    static func canonical(_ host: Substring) -> String? {
        guard host.utf8.allSatisfy({ $0 < 0x80 }) else { return encoded(host) }
        let host = host.lowercased()
        guard isASCIIHost(host) else { return nil }
        guard hasALabel(host) else { return host }
        // Each host has one spelling: an A-label that its U-label does not lead to is rejected.
        guard let shown = decoded(host), encoded(shown[...]) == host else { return nil }
        return host
    }

    /// Returns a canonical host with U-labels. One with a symbol stays as it is: no registry assigns those by the rules
    /// of IDNA2008, and some look like a dot or a slash.
    static func shown(_ host: Substring) -> String {
        let host = String(host)
        guard hasALabel(host), let shown = decoded(host), shown.unicodeScalars.allSatisfy(isReadable) else {
            return host
        }
        return shown
    }

    private static func encoded(_ host: Substring) -> String? {
        guard host.unicodeScalars.count <= maximumScalars, host.unicodeScalars.allSatisfy(isOfHost) else { return nil }
        var components = URLComponents()
        components.scheme = "https"
        components.host = String(host)
        // A host that cannot be converted is percent-encoded instead, which is no host.
        guard let encoded = components.encodedHost?.lowercased(), isASCIIHost(encoded) else { return nil }
        guard !hasALabel(encoded) || decoded(encoded) != nil else { return nil }
        return encoded
    }

    /// - Returns: nil for a label that IDNA does not know.
    private static func decoded(_ host: String) -> String? {
        guard let shown = URLComponents(string: "https://\(host)/")?.host,
            shown.splitBytes(at: ".").allSatisfy({ $0.utf8.first != hyphen && $0.utf8.last != hyphen })
        else { return nil }
        return shown
    }

    private static func hasALabel(_ host: String) -> Bool { host.hasPrefix("xn--") || host.contains(".xn--") }

    /// Whether a typed host may have the scalar. Joiners are left to IDNA, which accepts them only where they are
    /// spelling (RFC 5892 appendix A).
    private static func isOfHost(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2D, 0x2E, 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x200C, 0x200D: true
        case ..<0x80: false
        default: !VisibleText.isHidden(scalar)
        }
    }

    /// Whether the scalar is a letter, a mark or a digit, or punctuation that is spelling in some language (RFC 5892
    /// appendix A).
    private static func isReadable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: true
        default: [0x2D, 0x2E, 0xB7, 0x375, 0x5F3, 0x5F4, 0x200C, 0x200D, 0x30FB].contains(scalar.value)
        }
    }

    private static func isASCIIHost(_ host: String) -> Bool {
        let labels = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.count >= 2, host.utf8.count <= maximumBytes else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != hyphen && label.last != hyphen
                && label.allSatisfy { $0 == hyphen || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
        }
    }
}
