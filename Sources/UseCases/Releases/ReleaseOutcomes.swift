import Domain

/// The outcomes of the events that have one value of a dimension.
public struct ReleaseOutcomes: Sendable, Hashable {
    public let value: String?
    public let counts: [Outcome: Int]

    public init(value: String?, counts: [Outcome: Int]) {
        self.value = value
        self.counts = counts
    }

    public var events: Int { counts.values.reduce(0, +) }
    public var rate: SuccessRate { SuccessRate(counts) }
}
