import StrictJSON

/// A language of a tenant's texts: `fr`, `fr-CA` (RFC 5646, the language and optionally the region).
public struct Language: Hashable, Sendable, LosslessStringConvertible {
    public static let english = Language(known: "en")
    public static let french = Language(known: "fr")

    public let description: String

    public init?(_ text: String) {
        let parts = text.splitBytes(at: "-", maximumSplits: 2)
        guard (1...2).contains(parts.count), (2...3).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
            parts.count == 1 || (parts[1].utf8.count == 2 && parts[1].utf8.allSatisfy({ (0x41...0x5A).contains($0) }))
        else { return nil }
        description = text
    }

    private init(known text: StaticString) { description = text.description }
}
