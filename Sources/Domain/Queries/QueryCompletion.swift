import StrictJSON

/// The texts that can replace the word at the cursor of an unfinished query, the likeliest first.
public struct QueryCompletion: Sendable, Hashable {
    /// The bytes to replace.
    public let word: Range<Int>
    /// At most `QueryLimits.candidates`.
    public let candidates: [QueryCandidate]

    /// - Parameters:
    ///   - cursor: in UTF-8 bytes of the text.
    ///   - dictionary: asked once, for values of a dimension.
    /// - Returns: nil where nothing can be proposed.
    public static func candidates(
        in text: String,
        at cursor: Int,
        from dictionary: some QueryDictionary
    ) async throws(DomainError) -> QueryCompletion? {
        guard let cursor = QueryCursor(in: text, at: cursor) else { return nil }
        guard let dimension = cursor.dimension else { return QueryCompletion(cursor, entries: []) }
        let limit = QueryLimits.candidates
        let entries = try await dictionary.values(of: dimension, startingWith: cursor.prefix, limit: limit)
        return QueryCompletion(cursor, entries: entries)
    }

    /// No proposals.
    /// - Parameter cursor: in UTF-8 bytes of the text.
    public static func none(at cursor: Int) -> QueryCompletion {
        QueryCompletion(word: cursor..<cursor, candidates: [])
    }

    private init(word: Range<Int>, candidates: [QueryCandidate]) {
        self.word = word
        self.candidates = candidates
    }

    /// - Parameter entries: the values of `cursor.dimension` that begin with its prefix.
    public init(_ cursor: QueryCursor, entries: [QueryDictionaryEntry]) {
        word = cursor.word
        let all =
            switch cursor.expected {
            case .term(let isFirst): Self.terms(cursor.prefix, isFirst: isFirst)
            case .value(let field, let position): Self.values(of: field, position, cursor.prefix, entries)
            }
        candidates = Array(all.prefix(QueryLimits.candidates))
    }

    /// Fields by their canonical names; another name is proposed when its beginning was typed.
    private static func terms(_ prefix: String, isFirst: Bool) -> [QueryCandidate] {
        let typed = prefix.lowercasedASCII()
        let fields = QueryField.all.compactMap { field -> QueryCandidate? in
            let names = typed.isEmpty ? [field.name] : field.names
            return names.first { $0.hasBytePrefix(typed) }.map { QueryCandidate(.field(field), "\($0):") }
        }
        let connectives = (isFirst ? ["NOT"] : ["OR", "NOT"]).filter { $0.hasBytePrefix(prefix) }
        return (prefix.isEmpty ? [] : connectives.map { QueryCandidate(.connective, $0) })
            + fields + (prefix.isEmpty ? connectives.map { QueryCandidate(.connective, $0) } : [])
    }

    private static func values(
        of field: QueryField,
        _ position: QueryCursor.Position,
        _ prefix: String,
        _ entries: [QueryDictionaryEntry]
    ) -> [QueryCandidate] {
        let isStart = prefix.isEmpty && position == .first
        return known(field, position, prefix, entries)
            + (isStart && field.hasOrder
                ? QueryComparison.allCases.map { QueryCandidate(.comparison, $0.rawValue) } : [])
            + (isStart && !field.isAlwaysPresent ? ["*", "none"].map { QueryCandidate(.value, $0) } : [])
    }

    private static func known(
        _ field: QueryField,
        _ position: QueryCursor.Position,
        _ prefix: String,
        _ entries: [QueryDictionaryEntry]
    ) -> [QueryCandidate] {
        switch field.kind {
        case .choice(let words):
            return words.filter { $0.hasBytePrefix(prefix.lowercasedASCII()) }.map { QueryCandidate(.value, $0) }
        case .time:
            return ["-1h", "-6h", "-24h", "-7d", "-30d"].filter { $0.hasBytePrefix(prefix) }.map {
                QueryCandidate(.value, $0)
            }
        case .text, .version, .traceID, .message, .duration:
            return entries.filter { $0.value.hasBytePrefix(prefix) }.map { entry in
                let needsQuotes = field.hasCommas && position == .inList
                let text =
                    needsQuotes ? QueryNotation.quoted(entry.value) : QueryNotation.value(entry.value, of: field)
                return QueryCandidate(.value, text, count: entry.count)
            }
        }
    }
}

/// The values of dimensions that the events of a tenant have.
public protocol QueryDictionary: Sendable {
    /// Returns the most frequent values that begin with these bytes, at most `limit`, the most frequent first.
    /// - Parameter dimension: one that the shapes of events hold.
    func values(
        of dimension: EventDimension,
        startingWith prefix: String,
        limit: Int
    ) async throws(DomainError) -> [QueryDictionaryEntry]
}

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

/// A value of a dimension, with the number of its events.
public struct QueryDictionaryEntry: Sendable, Hashable {
    public let value: String
    public let count: Int

    public init(value: String, count: Int) {
        self.value = value
        self.count = count
    }
}
