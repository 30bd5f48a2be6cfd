import StrictJSON

extension EventCondition {
    /// The condition that a dimension has a value, which is compared by its bytes: a filter of a page, a link of a facet.
    /// - Parameter value: as `SearchableEvent` has it; nil for events without a value.
    public static func value(_ value: String?, of dimension: EventDimension) -> EventCondition {
        let field = QueryField.dimension(dimension)
        guard let value else {
            return field.isAlwaysPresent ? .nothing : .not(EventTest(field, .exists))
        }
        guard field.kind == .duration else {
            return .test(EventTest(field, .equals(ByteText(dimension.storedText(value)))))
        }
        return Int64(value).map { .test(EventTest(field, .duration(.within($0, $0)))) } ?? .nothing
    }

    /// The condition that the error's message contains a text, as free text of a query does: in any case of ASCII letters.
    public static func message(contains text: String) -> EventCondition {
        let part = Array(text.lowercasedASCII().utf8)
        guard !part.isEmpty else { return .everything }
        return .test(EventTest(.message, .matches(WildcardPattern(parts: [[], part, []]))))
    }

    /// A query for events whose message contains a text: the text itself, in quotation marks where it needs them.
    public static func query(for text: String) -> String {
        let isPlain = (try? QueryParser.parse(text)) == .message(contains: text)
        return isPlain ? text : QueryNotation.quoted(text)
    }
}
