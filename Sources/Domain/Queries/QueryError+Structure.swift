extension QueryError {
    /// The texts about size, characters, quotation marks, parentheses and operators; nil for problems of fields and values.
    static func structure(_ problem: Problem) -> LocalizableText? {
        switch problem {
        case .tooLong(let maximum):
            .localizable(
                "queries.too-long",
                "Use at most {maximum} bytes of text.",
                ["maximum": .number(maximum)]
            )
        case .tooManyTerms:
            .localizable(
                "queries.too-many-terms",
                "Use at most {maximum} terms.",
                ["maximum": .number(QueryLimits.terms)]
            )
        case .tooDeep:
            .localizable(
                "queries.too-deep",
                "Nest at most {maximum} levels of parentheses.",
                ["maximum": .number(QueryLimits.depth)]
            )
        case .tooManyWildcards:
            .localizable(
                "queries.too-many-wildcards",
                "Use at most {maximum} wildcards (*).",
                ["maximum": .number(QueryLimits.wildcards)]
            )
        case .notUTF8: .localizable("queries.not-utf8", "This is not readable text (UTF-8).")
        case .controlCharacter: .localizable("queries.control-character", "Remove the invisible control character.")
        case .unclosedQuote:
            .localizable("queries.unclosed-quote", "Close this quotation mark, or write a backslash before it.")
        case .unfinishedEscape:
            .localizable("queries.unfinished-escape", "Write a character after the backslash, or two backslashes.")
        case .invalidEscape:
            .localizable("queries.invalid-escape", "Write the hexadecimal number of a Unicode character in braces.")
        case .missingSpace:
            .localizable("queries.missing-space", "Write a space here, or put the whole text in quotation marks.")
        case .unclosedParenthesis: .localizable("queries.unclosed-parenthesis", "Close this parenthesis.")
        case .unopenedParenthesis: .localizable("queries.unopened-parenthesis", "No parenthesis is open here.")
        case .emptyParentheses: .localizable("queries.empty-parentheses", "Write a term between the parentheses.")
        case .missingTerm: .localizable("queries.missing-term", "Write a term here, like code:keychain.locked.")
        default: nil
        }
    }
}
