import StrictJSON

extension EventCondition {
    /// - Parameter now: the time from which relative times count.
    public func matches(_ event: some SearchableEvent, now: Timestamp) -> Bool {
        var message = FoldedMessage()
        return evaluated { test in
            switch test.field {
            case .dimension(let dimension): test.matches(value: event[dimension])
            case .message: message.matches(test) { event.content.error?.message }
            case .time: test.matches(time: event.content.occurredAt, now: now)
            }
        }
    }

    /// Evaluates a condition about the shape of events for the values of one shape.
    /// - Precondition: each test is about the shape: see `SplitCondition.shapes`.
    public func matches(shape value: (EventDimension) -> String?) -> Bool {
        evaluated {
            guard case .dimension(let dimension) = $0.field else { return false }
            return $0.matches(value: value(dimension))
        }
    }

    /// Evaluates a condition for an event that is known in parts, such as a row of a store.
    /// - Parameters:
    ///   - time: when the event happened.
    ///   - now: the time from which relative times count.
    ///   - value: returns the value of a field as text, asked for the tested fields but the time.
    public func matches(at time: Timestamp, now: Timestamp, value: (QueryField) -> String?) -> Bool {
        var message = FoldedMessage()
        return evaluated { test in
            switch test.field {
            case .dimension: test.matches(value: value(test.field))
            case .message: message.matches(test) { value(.message) }
            case .time: test.matches(time: time, now: now)
            }
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

    /// Returns what is left to decide for events with a message, or without one.
    public func reduced(message: String?) -> EventCondition {
        var folded = FoldedMessage()
        return reduced { test in test.field == .message ? folded.matches(test) { message } : nil }
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

extension EventTest {
    /// Answers for a value of the field, such as one of a dictionary of values. A duration is a number of milliseconds.
    /// The time has no text: see `matches(time:now:)`.
    public func matches(value: String?) -> Bool { matches(value, folded: value?.lowercasedASCII()) }

    /// - Parameter folded: the value of a message with ASCII letters in lower case.
    fileprivate func matches(_ value: String?, folded: @autoclosure () -> String?) -> Bool {
        guard let value else { return false }
        switch rule {
        case .exists: return true
        case .equals(let text): return text.text.hasSameBytes(as: value)
        case .matches(let pattern): return pattern.matches(field == .message ? folded() ?? value : value)
        case .version(let bounds): return VersionNumber(value).map(bounds.contains) ?? false
        case .duration(let bounds): return Int64(value).map(bounds.contains) ?? false
        case .time: return false
        }
    }

    func matches(time: Timestamp, now: Timestamp) -> Bool {
        guard case .time(let bounds) = rule else { return false }
        return bounds.contains(time, now: now)
    }
}

/// The message of one event, which is read and folded once for all tests of a condition, and only when there is one.
struct FoldedMessage {
    private var texts: (message: String?, folded: String?)?

    mutating func matches(_ test: EventTest, _ read: () -> String?) -> Bool {
        let texts = texts ?? Self.texts(read())
        self.texts = texts
        return test.matches(texts.message, folded: texts.folded)
    }

    private static func texts(_ message: String?) -> (message: String?, folded: String?) {
        (message, message?.lowercasedASCII())
    }
}
