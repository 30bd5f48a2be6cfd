/// How the tries of one step ended, as one side reports them.
public struct StepOutcomes: Sendable, Hashable {
    public let source: EventSource
    public let stage: Stage
    public let counts: [Outcome: Int]

    public init(source: EventSource, stage: Stage, counts: [Outcome: Int]) {
        self.source = source
        self.stage = stage
        self.counts = counts
    }

    public func count(of outcome: Outcome) -> Int { max(0, counts[outcome] ?? 0) }

    public var tries: Int { counts.values.reduce(0) { $0 + max(0, $1) } }
    /// The tries after which a person could go on.
    public var successes: Int { count(of: .success) + count(of: .degraded) }
    public var failed: Int { count(of: .failed) }
    /// The successes among the tries that succeeded or failed.
    public var rate: SuccessRate { SuccessRate(successes: successes, results: successes + failed) }
}
