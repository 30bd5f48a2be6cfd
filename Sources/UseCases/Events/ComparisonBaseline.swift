import Domain

/// What selected events are compared with.
public enum ComparisonBaseline: Sendable, Hashable {
    /// All events of the same range of time that are not selected.
    case others
    /// The events that the same question finds in the range of equal length before.
    case before
    /// The events of the same range of time that another query finds.
    case query(EventCondition)

    public enum Kind: String, CaseIterable, Sendable {
        case others, before, query
    }

    /// - Parameter condition: the other query.
    public init(_ kind: Kind, query condition: EventCondition) {
        switch kind {
        case .others: self = .others
        case .before: self = .before
        case .query: self = .query(condition)
        }
    }

    public var kind: Kind {
        switch self {
        case .others: .others
        case .before: .before
        case .query: .query
        }
    }
}

extension EventQuery {
    /// The query for the events that those of this one are compared with: of all events of the range, which include the
    /// selected ones, of the events of the range before, or of those that another query finds in the range.
    /// - Parameter now: the time from which relative times count.
    public func baseline(_ baseline: ComparisonBaseline, now: Timestamp) -> EventQuery {
        switch baseline {
        case .others: return EventQuery(from: from, to: to)
        case .query(let condition):
            var other = EventQuery(from: from, to: to)
            other.condition = condition
            return other
        case .before:
            // The times of the condition move with the range, so they are no longer part of the condition.
            let selection = selectionWithoutFilters(now: now)
            var before = self
            before.from = selection.from - max(selection.to.since(selection.from), .zero)
            before.to = selection.from
            before.text = nil
            before.condition = selection.condition
            return before
        }
    }
}
