import Domain

/// A release beside the one before.
public struct ReleaseHealth: Sendable {
    public let summary: ReleaseSummary
    /// Of all failures of the release in the last seven days.
    public let people: PeopleCount
    public let previous: ReleaseRecord?
    /// The first hours of both, which are compared.
    public let age: ReleaseAge
    public let rate: SuccessRate
    /// Nil without a release before, or when its first hours are no longer counted.
    public let previousRate: SuccessRate?
    public let comparison: SuccessRate.Comparison
    public let finding: ReleaseFinding
    public let builds: ReleaseOutcomeList
    public let systems: ReleaseOutcomeList
    public let codes: ReleaseCodes
}
