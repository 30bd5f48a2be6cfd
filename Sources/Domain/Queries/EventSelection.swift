/// Which events of which span of time.
public struct EventSelection: Sendable, Hashable {
    /// Without the limits of time that are in `from` and `to`. What is left of relative times, in alternatives, counts
    /// from `now`.
    public let condition: EventCondition
    /// The start, inclusive.
    public let from: Timestamp
    /// The end, exclusive; at or before the start when no event can match.
    public let to: Timestamp
    public let now: Timestamp

    /// Narrows a span of time by the times that the condition asks of every event.
    public init(_ condition: EventCondition, from: Timestamp, to: Timestamp, now: Timestamp) {
        var from = from
        var to = to
        var others = [EventCondition]()
        for conjunct in condition.conjuncts {
            guard case .test(let test) = conjunct, case .time(let bounds) = test.rule else {
                others.append(conjunct)
                continue
            }
            let limits = bounds.limits(now: now)
            from = max(from, limits.from ?? from)
            to = min(to, limits.to ?? to)
        }
        self.condition = .all(of: others)
        self.from = from
        self.to = to
        self.now = now
    }

    /// Whether it is known that no event matches.
    public var isEmpty: Bool { condition == .nothing || from >= to }

    public func matches(_ event: some SearchableEvent) -> Bool {
        let time = event.content.occurredAt
        return time >= from && time < to && condition.matches(event, now: now)
    }
}

/// An event with its canonical code, which a query can be evaluated on.
public protocol SearchableEvent: Sendable {
    var content: EventContent { get }
    /// The value of a dimension as text.
    subscript(dimension: EventDimension) -> String? { get }
}

extension StoredEvent: SearchableEvent {}
extension ClassifiedEvent: SearchableEvent {}
