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
    public var source: EventSource?
    public var stage: Stage?
    public var outcome: Outcome?
    public var code: String?
    public var provider: String?
    public var platform: String?
    public var appVersion: String?
    public var osVersion: String?
    public var deviceModel: String?
    public var environment: String?
    public var user: String?
    public var session: String?
    public var attempt: TraceID?
    /// A text in the error's message, in any case.
    public var text: String?

    public init(from: Timestamp, to: Timestamp) {
        self.from = from
        self.to = to
    }

    /// Whether only rows can answer it; the counts hold no users, attempts and texts.
    public var needsRows: Bool { user != nil || session != nil || attempt != nil || text != nil }
}
