/// Allows redirects to one address, or to all with a prefix when it ends with a star.
///
/// `https://app.example.com/welcome`, `https://app.example.com/*`, `coachme://auth-callback`. Plain http is for this
/// machine only.
public struct RedirectRule: Sendable, Hashable, LosslessStringConvertible {
    public static let maximumLength = 300

    public let description: String
    private var isOpen: Bool { description.hasSuffix("*") }

    /// - Returns: nil for an address that no browser may be sent to, such as `javascript:`.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let fixed = text.hasSuffix("*") ? String(text.dropLast()) : text
        guard !fixed.contains("*"), let parts = RedirectAddress(fixed) else { return nil }
        // A star right behind a host name would also match example.com.evil.example.
        guard !text.hasSuffix("*") || !parts.isWeb || parts.hasPath else { return nil }
        description = text
    }

    /// - Parameter address: a complete address, without fragment.
    public func allows(_ address: String) -> Bool {
        guard RedirectAddress(address) != nil else { return false }
        return isOpen ? address.hasPrefix(description.dropLast()) : address == description
    }
}
