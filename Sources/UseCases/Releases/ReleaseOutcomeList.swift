/// The outcomes of events by the values of a dimension, most frequent first.
public struct ReleaseOutcomeList: Sendable, Hashable {
    public let parts: [ReleaseOutcomes]
    /// Whether no rarer value is left out.
    public let isComplete: Bool

    public init(parts: [ReleaseOutcomes], isComplete: Bool) {
        self.parts = parts
        self.isComplete = isComplete
    }
}
