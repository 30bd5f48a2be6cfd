/// What is wrong with a text in a small language, such as a query, and where.
public struct TextFault: Hashable, Sendable {
    /// Stable name for clients.
    public let code: String
    /// A sentence that says how to correct the text.
    public let text: LocalizableText
    /// The faulty bytes in UTF-8; empty where something is missing.
    public let range: Range<Int>
    /// The place of the first faulty character, counted from 1 in characters as a reader counts them.
    public let column: Int
    /// The number of faulty characters.
    public let length: Int
    /// What can replace the faulty piece.
    public let suggestion: String?

    /// The sentence with the column.
    public var sentence: String { "\(text.english) (column \(column))" }

    /// The sentence with the column, in the language of a page.
    public func sentence(_ texts: Texts) -> String {
        texts("queries.at-column", ["sentence": .text(text.text(texts)), "column": .number(column)])
    }
}
