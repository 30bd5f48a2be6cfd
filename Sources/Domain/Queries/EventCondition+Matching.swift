extension EventCondition {
    /// - Parameter now: the moment that relative times count from.
    public func matches(_ event: some SearchableEvent, now: Timestamp) -> Bool {
        evaluated { $0.matches(event, now: now) }
    }

    /// Evaluates a condition about the shape of events for the values of one shape.
    /// - Precondition: each test is about the shape: see `SplitCondition.shapes`.
    public func matches(shape value: (EventDimension) -> String?) -> Bool {
        evaluated {
            guard case .dimension(let dimension) = $0.field else { return false }
            return $0.matches(value: value(dimension))
        }
    }

    private func evaluated(_ answer: (EventTest) -> Bool) -> Bool {
        switch self {
        case .everything: true
        case .nothing: false
        case .test(let test): answer(test)
        case .not(let test): !answer(test)
        case .all(let conditions): conditions.allSatisfy { $0.evaluated(answer) }
        case .any(let conditions): conditions.contains { $0.evaluated(answer) }
        }
    }

    /// Returns what is left to decide when some tests are answered; nil of `answer` leaves a test as it is.
    public func reduced(_ answer: (EventTest) -> Bool?) -> EventCondition {
        switch self {
        case .everything, .nothing: self
        case .test(let test): answer(test).map { $0 ? .everything : .nothing } ?? self
        case .not(let test): answer(test).map { $0 ? .nothing : .everything } ?? self
        case .all(let conditions): .all(of: conditions.map { $0.reduced(answer) })
        case .any(let conditions): .any(of: conditions.map { $0.reduced(answer) })
        }
    }
}
