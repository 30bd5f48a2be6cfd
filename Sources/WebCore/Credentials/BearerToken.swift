import StrictJSON

/// The token of `Authorization: Bearer <token>` (RFC 6750 §2.1); the scheme may be in any case.
package struct BearerToken: Sendable, Hashable {
    package let text: String

    /// - Returns: nil for another scheme.
    package init?(_ field: String) {
        guard let rest = Self.credentials(of: field, scheme: "bearer") else { return nil }
        text = rest.trimmingBlanks()
    }

    /// Returns the text after the scheme of an `Authorization` field (RFC 9110 §11.4); nil for another scheme.
    package static func credentials(of field: String, scheme: String) -> Substring? {
        let parts = field.splitBytes(at: " ", maximumSplits: 1, keepingEmpty: false)
        return parts.count == 2 && parts[0].matchesIgnoringASCIICase(scheme) ? parts[1] : nil
    }

    package static func == (left: BearerToken, right: BearerToken) -> Bool { left.text.hasSameBytes(as: right.text) }

    package func hash(into hasher: inout Hasher) { hasher.combine(ByteText(text)) }
}
