import Domain

/// Whether sign-in works, and what says so. What cannot be read at the moment is nil.
public struct Overview: Sendable {
    public let period: OverviewPeriod
    public let facts: OverviewFacts
    public let verdict: OverviewVerdict
    /// What the failed tries of the verdict have in common.
    public let common: CommonTrait?
    public let histogram: EventHistogram?
    /// Those in the time of the chart.
    public let chartChanges: Page<NotableChange>?
    /// The latest ones.
    public let changes: [NotableChange]?
    /// Those that ask for attention, most users first.
    public let failures: FailureListing?
    /// The users whom these failures affect, each once.
    public let users: AffectedUsers?
    /// Until the app has sent its first event.
    public let checklist: OverviewChecklist?

    public init(
        period: OverviewPeriod,
        facts: OverviewFacts,
        verdict: OverviewVerdict,
        common: CommonTrait? = nil,
        histogram: EventHistogram? = nil,
        chartChanges: Page<NotableChange>? = nil,
        changes: [NotableChange]? = nil,
        failures: FailureListing? = nil,
        users: AffectedUsers? = nil,
        checklist: OverviewChecklist? = nil
    ) {
        self.period = period
        self.facts = facts
        self.verdict = verdict
        self.common = common
        self.histogram = histogram
        self.chartChanges = chartChanges
        self.changes = changes
        self.failures = failures
        self.users = users
        self.checklist = checklist
    }
}

/// What a new tenant has done of what sign-in needs. What cannot be read at the moment is not done.
public struct OverviewChecklist: Sendable, Hashable {
    public let hasUser: Bool
    public let isAppleConnected: Bool
}
