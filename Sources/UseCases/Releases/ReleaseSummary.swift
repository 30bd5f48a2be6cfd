import Domain

/// How widely a release is used, and how well it works, over the last week.
public struct ReleaseSummary: Sendable, Hashable {
    public let record: ReleaseRecord
    public let rate: SuccessRate
    /// The part of all results of the tenant's releases, from 0 to 1; nil without a result.
    public let share: Double?
    public let runs: [AppRunOutcome: Int]
    /// The installations with runs on the last whole day; nil when no installation of the tenant had any.
    public let installations: Int?
    /// The part of all installations, from 0 to 1.
    public let adoption: Double?

    public var runTotal: Int { runs.values.reduce(0, +) }
}
