extension QueryError {
    /// Stable name for clients.
    public var code: String {
        switch problem {
        case .tooLong: "too_long"
        case .tooManyTerms: "too_many_terms"
        case .tooDeep: "too_deep"
        case .tooManyWildcards: "too_many_wildcards"
        case .notUTF8: "not_utf8"
        case .controlCharacter: "control_character"
        case .unclosedQuote: "unclosed_quote"
        case .unfinishedEscape: "unfinished_escape"
        case .invalidEscape: "invalid_escape"
        case .missingSpace: "missing_space"
        case .unclosedParenthesis: "unclosed_parenthesis"
        case .unopenedParenthesis: "unopened_parenthesis"
        case .emptyParentheses: "empty_parentheses"
        case .missingTerm: "missing_term"
        case .missingField: "missing_field"
        case .unknownField: "unknown_field"
        case .nestedField: "nested_field"
        case .missingValue: "missing_value"
        case .unquotedValue: "unquoted_value"
        case .unknownValue: "unknown_value"
        case .noOrder: "no_order"
        case .noWildcards: "no_wildcards"
        case .emptyRange: "empty_range"
        case .notAVersion: "not_a_version"
        case .notADuration: "not_a_duration"
        case .notATime: "not_a_time"
        case .notATraceID: "not_a_trace_id"
        }
    }

    /// A sentence that says how to correct the query, with the column. APIs answer it.
    public var sentence: String { fault.sentence }

    /// A sentence that says how to correct the query, with the column, in the language of a page.
    public func sentence(_ texts: Texts) -> String { fault.sentence(texts) }

    /// The error as what is wrong with a field.
    public var fault: TextFault {
        TextFault(code: code, text: text, range: range, column: column, length: length, suggestion: suggestion)
    }

    /// A sentence that says how to correct the query.
    public var text: LocalizableText { Self.structure(problem) ?? Self.meaning(problem) }

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
