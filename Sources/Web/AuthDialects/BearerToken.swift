/// The token of `Authorization: Bearer <token>` (RFC 6750 §2.1); the scheme may be in any case.
struct BearerToken: Sendable, Hashable {
    let text: String

    /// - Returns: nil for another scheme.
    init?(_ field: String) {
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        text = parts[1].trimming(" ")
    }
}
