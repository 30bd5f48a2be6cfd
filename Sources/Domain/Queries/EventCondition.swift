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
