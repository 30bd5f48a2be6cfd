import StrictJSON

/// The meaning of a query: which events match.
///
/// Values are made by the functions below, so they are always normalised: negations are at the tests, a list has two or
/// more entries without duplicates and without lists of its own kind, constants are alone, and no list has a test with its
/// negation. Entries keep the order in which they were typed.
///
/// The logic has two values: a test of a field without a value answers no, and its negation yes.
public indirect enum EventCondition: Sendable, Hashable {
    case everything
    case nothing
    case test(EventTest)
    case not(EventTest)
    case all([EventCondition])
    case any([EventCondition])

    public static func all(of conditions: [EventCondition]) -> EventCondition {
        list(conditions, neutral: .everything, absorbing: .nothing, make: EventCondition.all) {
            if case .all(let inner) = $0 { inner } else { nil }
        }
    }

    public static func any(of conditions: [EventCondition]) -> EventCondition {
        list(conditions, neutral: .nothing, absorbing: .everything, make: EventCondition.any) {
            if case .any(let inner) = $0 { inner } else { nil }
        }
    }

    public var negated: EventCondition {
        switch self {
        case .everything: .nothing
        case .nothing: .everything
        case .test(let test): test.complement.map(EventCondition.test) ?? .not(test)
        case .not(let test): .test(test)
        case .all(let conditions): .any(of: conditions.map(\.negated))
        case .any(let conditions): .all(of: conditions.map(\.negated))
        }
    }

    private static func list(
        _ conditions: [EventCondition],
        neutral: EventCondition,
        absorbing: EventCondition,
        make: ([EventCondition]) -> EventCondition,
        inner: (EventCondition) -> [EventCondition]?
    ) -> EventCondition {
        var seen = Set<EventCondition>()
        var kept = [EventCondition]()
        for condition in conditions.flatMap({ inner($0) ?? [$0] }) where condition != neutral {
            if condition == absorbing || condition.opposite.map(seen.contains) == true { return absorbing }
            if seen.insert(condition).inserted { kept.append(condition) }
        }
        return switch kept.count {
        case 0: neutral
        case 1: kept[0]
        default: make(kept)
        }
    }

    /// The negation of a test.
    private var opposite: EventCondition? {
        switch self {
        case .test, .not: negated
        case .everything, .nothing, .all, .any: nil
        }
    }
}

extension EventCondition {
    /// The condition that a dimension has a value, which is compared by its bytes: a filter of a page, a link of a facet.
    /// - Parameter value: as `SearchableEvent` has it; nil for events without a value.
    public static func value(_ value: String?, of dimension: EventDimension) -> EventCondition {
        let field = QueryField.dimension(dimension)
        guard let value else { return field.isAlwaysPresent ? .nothing : .not(EventTest(field, .exists)) }
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
