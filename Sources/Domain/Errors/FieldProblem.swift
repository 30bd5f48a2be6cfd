/// Says what is wrong with one field, and how to correct it.
public struct FieldProblem: Hashable, Sendable {
    public let field: String
    public let rule: Rule

    public enum Rule: Hashable, Sendable {
        case missing
        case unknown
        case duplicate
        case wrongType(expected: LocalizableText)
        case tooShort(minimum: Int)
        case tooLong(maximum: Int)
        case outOfRange(ClosedRange<Int>)
        case notUTF8
        /// The value is not one of those allowed.
        case notOneOf([String])
        /// Any other problem: a full sentence says what the value must be.
        case malformed(LocalizableText)
        case commonPassword
        /// The search covers so many rows that it timed out.
        case tooBroad
        /// The value is a query, or another text in a language of its own, with a fault at a place.
        case faulty(TextFault)

        /// Stable name for clients.
        public var code: String {
            switch self {
            case .missing: "missing"
            case .unknown: "unknown"
            case .duplicate: "duplicate"
            case .wrongType: "wrong_type"
            case .tooShort: "too_short"
            case .tooLong: "too_long"
            case .outOfRange: "out_of_range"
            case .notUTF8: "not_utf8"
            case .notOneOf: "not_one_of"
            case .malformed: "malformed"
            case .commonPassword: "common_password"
            case .tooBroad: "too_broad"
            case .faulty(let fault): fault.code
            }
        }

        /// A sentence in English that says how to correct the field. A page takes `text(_:)`.
        public var sentence: String {
            switch self {
            case .missing: "Required."
            case .unknown: "This field is not known."
            case .duplicate: "Send this once."
            case .wrongType(let expected): "This must be \(expected.english)."
            case .tooShort(let minimum): "Use at least \(minimum) characters."
            case .tooLong(let maximum): "Use at most \(maximum) characters."
            case .outOfRange(let range): "This must be from \(range.lowerBound) to \(range.upperBound)."
            case .notUTF8: "This is not readable text (UTF-8)."
            case .notOneOf(let values): "Choose one of: \(values.joined(separator: ", "))."
            case .malformed(let text): text.english
            case .commonPassword: "Too many people use this password. Choose another one."
            case .tooBroad: "This takes too long. Narrow the search, or choose a shorter span of time."
            case .faulty(let fault): fault.sentence
            }
        }
    }

    public init(field: String, rule: Rule) {
        self.field = field
        self.rule = rule
    }
}

extension FieldProblem.Rule {
    /// The sentence that says how to correct the field, in the language of a page.
    public func text(_ texts: Texts) -> String {
        switch self {
        case .malformed(let text): text.text(texts)
        case .faulty(let fault): fault.sentence(texts)
        case .wrongType(let expected): texts(key, ["expected": .text(expected.text(texts))])
        case .tooShort(let minimum): texts(key, ["minimum": .number(minimum)])
        case .tooLong(let maximum): texts(key, ["maximum": .number(maximum)])
        case .outOfRange(let range):
            texts(key, ["lowest": .number(range.lowerBound), "highest": .number(range.upperBound)])
        case .notOneOf(let values): texts(key, ["values": .text(values.joined(separator: ", "))])
        case .missing, .unknown, .duplicate, .notUTF8, .commonPassword, .tooBroad: texts(key)
        }
    }

    private var key: TextKey {
        let name = code.replacing("_", with: "-")
        return TextKey("forms.rule.\(name)")
    }
}

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
