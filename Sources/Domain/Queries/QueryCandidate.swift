/// A text that can replace the word at the cursor.
public struct QueryCandidate: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case field(QueryField)
        case value
        /// `>=`, `>`, `<=` or `<`, before a value.
        case comparison
        /// `OR` or `NOT`.
        case connective
    }

    public let kind: Kind
    /// What to insert; a value has quotation marks where it needs them.
    public let text: String
    /// The number of events with this value, when it is known.
    public let count: Int?

    init(_ kind: Kind, _ text: String, count: Int? = nil) {
        self.kind = kind
        self.text = text
        self.count = count
    }
}
