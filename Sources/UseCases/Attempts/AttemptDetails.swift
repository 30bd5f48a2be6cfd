import Domain

/// One attempt with what is around it.
public struct AttemptDetails: Sendable {
    public let timeline: AttemptTimeline
    /// Contradictions that the rules find now.
    public let findings: [AttemptFinding]
    public let verdict: AttemptVerdict
    /// Attempts of the same installation that ended before this one began, latest first.
    public let earlier: [AttemptSummary]
    /// Attempts of the same installation that ended after this one, earliest first.
    public let later: [AttemptSummary]
    /// Nil when the attempt has no session, it is gone, or the reader may not see it.
    public let session: AttemptSession?
    /// The failure that the first broken step belongs to.
    public let failure: FailureKey.ID?

    public init(
        timeline: AttemptTimeline,
        findings: [AttemptFinding] = [],
        verdict: AttemptVerdict,
        earlier: [AttemptSummary] = [],
        later: [AttemptSummary] = [],
        session: AttemptSession? = nil,
        failure: FailureKey.ID? = nil
    ) {
        self.timeline = timeline
        self.findings = findings
        self.verdict = verdict
        self.earlier = earlier
        self.later = later
        self.session = session
        self.failure = failure
    }
}
