import Domain
import Foundation

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
        text != nil || filters.keys.contains { if case .row = $0.definition.storage { true } else { false } }
    }
}
