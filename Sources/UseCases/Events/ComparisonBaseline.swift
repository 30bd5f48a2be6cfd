import Domain

/// What selected events are compared with.
public enum ComparisonBaseline: String, CaseIterable, Sendable {
    /// All events of the same range of time that are not selected.
    case others
    /// The events that the same question finds in the range of equal length before.
    case before
}

extension EventQuery {
    /// The query for the events that those of this one are compared with: of all events of the range, which include the
    /// selected ones, or of the events of the range before.
    /// - Parameter now: the moment that relative times count from.
    public func baseline(_ baseline: ComparisonBaseline, now: Timestamp) -> EventQuery {
        switch baseline {
        case .others: return EventQuery(from: from, to: to)
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
