extension QueryError {
    /// The texts about fields and values.
    static func meaning(_ problem: Problem) -> LocalizableText {
        switch problem {
        case .unknownField(let name, let suggestion): unknownField(name, suggestion)
        case .nestedField(let field):
            .localizable(
                "queries.nested-field",
                "Write {field} outside of these parentheses: they hold the values of another field.",
                ["field": .text(field.name)]
            )
        case .missingValue(let field):
            .localizable(
                "queries.missing-value",
                "Write a value directly after the colon; {field}:none finds events without one.",
                ["field": .text(field.name)]
            )
        case .unquotedValue(let field):
            .localizable(
                "queries.unquoted-value",
                "Put each value of {field} in quotation marks: the values may have commas.",
                ["field": .text(field.name)]
            )
        case .unknownValue(let field, let value, let possible, let suggestion):
            unknownValue(field, value, possible, suggestion)
        case .noOrder(let field):
            .localizable(
                "queries.no-order",
                "{field} has no order. Write the value directly after the colon, or in quotation marks.",
                ["field": .text(field.name)]
            )
        case .noWildcards(let field):
            .localizable("queries.no-wildcards", "{field} takes no wildcards (*).", ["field": .text(field.name)])
        case .emptyRange: .localizable("queries.empty-range", "Write the lower value first.")
        case .notAVersion(let value):
            .localizable(
                "queries.not-a-version",
                "“{value}” is not a version. Write one like 2.3, 2.4.0 or 2.4.0-beta.2.",
                ["value": quoted(value)]
            )
        case .notADuration(let value):
            .localizable(
                "queries.not-a-duration",
                "“{value}” is not a duration. Write a number and a unit: 500ms, 2s, 1.5m, 1h.",
                ["value": quoted(value)]
            )
        case .notATime(let value):
            .localizable(
                "queries.not-a-time",
                "“{value}” is not a time. Write 2026-11-22, 2026-11-22T10:00:00Z, or -6h for six hours ago.",
                ["value": quoted(value)]
            )
        case .notATraceID(let value):
            .localizable(
                "queries.not-a-trace-id",
                "“{value}” is not a trace ID: 32 hexadecimal digits, or their beginning and *.",
                ["value": quoted(value)]
            )
        default: .localizable("queries.missing-field", "Write the name of a field before the colon.")
        }
    }

    private static func unknownField(_ name: String, _ suggestion: String?) -> LocalizableText {
        guard let suggestion else {
            return .localizable(
                "queries.unknown-field",
                "Unknown field “{name}”. To search the message for a colon, use quotation marks.",
                ["name": quoted(name)]
            )
        }
        return .localizable(
            "queries.unknown-field-similar",
            "Unknown field “{name}”. Did you mean {suggestion}?",
            ["name": quoted(name), "suggestion": .text(suggestion)]
        )
    }

    private static func unknownValue(
        _ field: QueryField,
        _ value: String,
        _ possible: [String],
        _ suggestion: String?
    ) -> LocalizableText {
        var arguments: [String: TextArgument] = [
            "field": .text(field.name),
            "value": quoted(value),
            "values": .text(possible.joined(separator: ", ")),
        ]
        guard let suggestion else {
            return .localizable(
                "queries.unknown-value",
                "“{value}” is not a value of {field}. Choose one of: {values}.",
                arguments
            )
        }
        arguments["suggestion"] = .text(suggestion)
        return .localizable(
            "queries.unknown-value-similar",
            "“{value}” is not a value of {field}. Did you mean {suggestion}? Choose one of: {values}.",
            arguments
        )
    }

    /// The beginning of an untrusted text, with hidden characters written out.
    private static func quoted(_ text: String) -> TextArgument {
        let beginning = text.beginning(ofBytes: QueryLimits.quotedBytes)
        let mark = beginning.utf8.count < text.utf8.count ? "…" : ""
        return .text(VisibleText.escaped(beginning) + mark)
    }
}
