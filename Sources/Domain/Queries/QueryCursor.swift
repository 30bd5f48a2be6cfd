/// What a query can go on with at the cursor. Faults before the cursor don't matter: the query is not finished.
public struct QueryCursor: Sendable, Hashable {
    public enum Expected: Sendable, Hashable {
        /// A field or a text.
        /// - Parameter isFirst: no term is before it in these parentheses.
        case term(isFirst: Bool)
        case value(QueryField, Position)
    }

    /// The place of a value after the colon of its field.
    public enum Position: Sendable, Hashable {
        /// Directly after the colon, where a comparison can be.
        case first
        case afterComparison
        /// After a comma, or in parentheses.
        case inList
    }

    static let connectives: [StaticString] = ["OR", "AND", "NOT"]

    public let expected: Expected
    /// The part of the word before the cursor, without quotation marks and backslashes.
    public let prefix: String
    /// The bytes of the word.
    public let word: Range<Int>

    /// - Parameters:
    ///   - text: a query, perhaps with faults.
    ///   - cursor: in UTF-8 bytes.
    /// - Returns: nil where no word can be: after a quotation mark or an unknown field, or in a text that is too long.
    public init?(in text: String, at cursor: Int) {
        guard (0...text.utf8.count).contains(cursor), text.utf8.count <= QueryLimits.textBytes else { return nil }
        var reader = QueryCursorReader(Array(text.utf8), cursor: cursor)
        guard let cursor = reader.read() else { return nil }
        self = cursor
    }

    init(expected: Expected, prefix: String, word: Range<Int>) {
        self.expected = expected
        self.prefix = prefix
        self.word = word
    }

    /// The dimension whose values are needed: see `QueryDictionary`.
    public var dimension: EventDimension? {
        guard case .value(let field, _) = expected, case .dimension(let dimension) = field,
            case .shape = dimension.definition.storage
        else { return nil }
        if case .choice = field.kind { return nil }
        return dimension
    }
}
