import Domain

/// An event that is counted and has no row.
public struct SampledEvent: Sendable, Hashable {
    public let event: ClassifiedEvent
    /// Why: `success`, `frequent_failure`.
    public let reason: String

    public init(_ event: ClassifiedEvent, reason: String) {
        self.event = event
        self.reason = reason
    }
}
