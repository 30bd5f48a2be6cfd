/// A scrubbed event with its canonical code, ready to be stored. Only `Classifier.classify(_:by:receivedAt:)` can
/// make one.
public struct ClassifiedEvent: Sendable, Hashable {
    public let content: EventContent
    /// The canonical code of the cause; nil for a success.
    public let code: String?
    /// The failure that the event belongs to; nil when it opens none.
    public let failure: FailureKey?
    public let receivedAt: Timestamp
    /// See `ScrubbedEvent.clockCorrection`.
    public let clockCorrection: Duration
    /// See `DecodedEvent.hasOwnTime`.
    public let hasOwnTime: Bool
    public let category: ItemCategory

    fileprivate init(_ event: ScrubbedEvent, as verdict: Classifier.Verdict, receivedAt: Timestamp) {
        var content = event.content
        failure = Classifier.failure(of: event.content, verdict)
        content.outcome = verdict.outcome
        self.content = content
        code = verdict.code
        self.receivedAt = receivedAt
        clockCorrection = event.clockCorrection
        hasOwnTime = event.hasOwnTime
        category = event.category
    }

    /// The value of a dimension as text.
    public subscript(dimension: EventDimension) -> String? { dimension == .code ? code : content[dimension] }
}

extension Classifier {
    /// Assigns the canonical code, and corrects an outcome that the error contradicts.
    /// - Parameter rules: those of the tenant, for errors that no table has.
    public static func classify(
        _ event: ScrubbedEvent,
        by rules: CauseRules = .none,
        receivedAt: Timestamp
    ) -> ClassifiedEvent {
        ClassifiedEvent(event, as: verdict(on: event.content, rules: rules), receivedAt: receivedAt)
    }
}
