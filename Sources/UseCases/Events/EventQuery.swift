import Domain

/// Selects events. A nil property matches every event.
public struct EventQuery: Sendable, Hashable {
    public static let textMaximumLength = 200
    /// The longest range of time.
    public static let maximumRange = Duration.days(400)

    /// The start, inclusive, and the end, exclusive.
    public var from: Timestamp
    public var to: Timestamp
    /// A text in the error's message, in any case.
    public var text: String?
    /// What a query of the query language asks in addition.
    public var condition = EventCondition.everything
    private var filters: [EventDimension: String] = [:]

    public init(from: Timestamp, to: Timestamp) {
        self.from = from
        self.to = to
    }

    /// The value that events must have; nil matches every value.
    public subscript(dimension: EventDimension) -> String? {
        get { filters[dimension] }
        set { filters[dimension] = newValue }
    }

    public var source: EventSource? {
        get { self[.source].flatMap { EventSource(rawValue: $0) } }
        set { self[.source] = newValue?.rawValue }
    }

    public var stage: Stage? {
        get { self[.stage].flatMap { Stage(rawValue: $0) } }
        set { self[.stage] = newValue?.rawValue }
    }

    public var outcome: Outcome? {
        get { self[.outcome].flatMap { Outcome(rawValue: $0) } }
        set { self[.outcome] = newValue?.rawValue }
    }

    public var attempt: TraceID? {
        get { self[.attempt].flatMap { TraceID($0) } }
        set { self[.attempt] = newValue?.description }
    }

    /// Whether only rows can answer it; the counts hold no users, attempts and texts.
    public var needsRows: Bool {
        text != nil || condition.needsRows || condition.split.rest != .everything
            || filters.keys.contains { if case .row = $0.definition.storage { true } else { false } }
    }

    /// What the filters of some dimensions ask.
    public func conditions(_ isIncluded: (EventDimension) -> Bool) -> [EventCondition] {
        EventDimension.allCases.filter(isIncluded).compactMap { dimension in
            filters[dimension].map { EventCondition.value($0, of: dimension) }
        }
    }

    /// What the text and the condition ask, within the span of time that the condition leaves.
    /// - Parameter now: the time from which relative times count.
    public func selectionWithoutFilters(now: Timestamp) -> EventSelection {
        let texts = text.map { [EventCondition.message(contains: $0)] } ?? []
        return EventSelection(.all(of: texts + [condition]), from: from, to: to, now: now)
    }

    /// The query within the span of time that its condition leaves now, so that it asks the same however long its pages take.
    func settled(at now: Timestamp) -> EventQuery {
        let selection = selectionWithoutFilters(now: now)
        var query = self
        query.from = selection.from
        query.to = selection.to
        query.text = nil
        query.condition = selection.condition
        return query
    }

    /// Everything that is asked, as one condition within one span of time.
    /// - Parameter now: the time from which relative times count.
    public func selection(now: Timestamp) -> EventSelection {
        let rest = selectionWithoutFilters(now: now)
        return EventSelection(
            .all(of: conditions { _ in true } + [rest.condition]),
            from: rest.from,
            to: rest.to,
            now: now
        )
    }
}
