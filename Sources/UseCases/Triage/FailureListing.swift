import Domain

/// A page of failures, and how many there are in each state.
public struct FailureListing: Sendable {
    public let page: Page<FailureSummary>
    /// Failures that match the query but for its states.
    public let counts: [FailureState.Name: Int]
    /// False when the period has more failures than are listed: then the ones with fewest events are left out.
    public let isComplete: Bool

    public init(page: Page<FailureSummary>, counts: [FailureState.Name: Int], isComplete: Bool) {
        self.page = page
        self.counts = counts
        self.isComplete = isComplete
    }

    /// The failures in all of these states.
    public func count(_ states: [FailureState.Name]) -> Int { states.reduce(0) { $0 + (counts[$1] ?? 0) } }
}
