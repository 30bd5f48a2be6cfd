/// A part of a statement's text, as far as the check of tenants distinguishes parts.
enum SQLToken: Hashable {
    /// A keyword or an identifier without quotes, in lower case.
    case word(String)
    /// An identifier in quotes, in lower case.
    case name(String)
    /// A `?`, counted from 0.
    case parameter(Int)
    /// A string, number or blob.
    case literal
    case symbol(String)
    /// The tokens between parentheses.
    case group([SQLToken])
    /// The tokens between `CASE` and `END`.
    case choice([SQLToken])

    var word: String? { if case .word(let word) = self { word } else { nil } }
    var identifier: String? {
        switch self {
        case .word(let text), .name(let text): text
        default: nil
        }
    }
    func isWord(_ text: String) -> Bool { self == .word(text) }
    func isSymbol(_ text: String) -> Bool { self == .symbol(text) }
}
