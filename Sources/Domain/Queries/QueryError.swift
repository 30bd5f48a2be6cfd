/// Says what is wrong with a query, and where.
public struct QueryError: Error, Sendable, Hashable {
    public enum Problem: Sendable, Hashable {
        case tooLong(maximum: Int)
        case tooManyTerms
        case tooDeep
        case tooManyWildcards
        case notUTF8
        case controlCharacter
        case unclosedQuote
        /// A backslash at the end.
        case unfinishedEscape
        /// `\u{` without the number of a character and a brace.
        case invalidEscape
        /// A quotation mark or a parenthesis follows a word, or a word a quotation mark.
        case missingSpace
        case unclosedParenthesis
        case unopenedParenthesis
        case emptyParentheses
        /// An operator without a term after it, or before it.
        case missingTerm
        case missingField
        case unknownField(String, suggestion: String?)
        /// A field within the values of another one.
        case nestedField(QueryField)
        case missingValue(QueryField)
        /// The values of this field may have commas, so each one in a list needs quotation marks.
        case unquotedValue(QueryField)
        case unknownValue(QueryField, String, possible: [String], suggestion: String?)
        case noOrder(QueryField)
        case noWildcards(QueryField)
        case emptyRange
        case notAVersion(String)
        case notADuration(String)
        case notATime(String)
        case notATraceID(String)
    }

    public let problem: Problem
    /// The faulty bytes of the query in UTF-8; empty where something is missing.
    public let range: Range<Int>
    /// The place of the first faulty character, counted from 1 in characters as a reader counts them.
    public let column: Int
    /// The number of faulty characters.
    public let length: Int

    /// - Parameter bytes: the query. Little of a fault that is longer than any query is read.
    init(_ fault: QueryFault, in bytes: some Collection<UInt8>) {
        problem = fault.problem
        range = fault.range
        let before = String(decoding: bytes.prefix(range.lowerBound), as: UTF8.self).count
        column = before + 1
        let faulty = bytes.dropFirst(range.lowerBound).prefix(min(range.count, QueryLimits.canonicalBytes))
        length = String(decoding: faulty, as: UTF8.self).count
    }

    /// What was meant, perhaps: it can replace the faulty piece.
    public var suggestion: String? {
        switch problem {
        case .unknownField(_, let suggestion), .unknownValue(_, _, _, let suggestion): suggestion
        default: nil
        }
    }
}
