/// How the tries of all steps ended in a range of time.
public struct StepCounts: Sendable, Hashable {
    /// The steps from the tap on the button to the saved session, in the order in which an app goes through them.
    public static let funnel: [Stage] = [.ui, .appleSheet, .credential, .tokenExchange, .sessionStore]
    /// The steps before the request to the server.
    private static let before: [Stage] = [.ui, .appleSheet, .credential, .passwordEntry]

    public let steps: [StepOutcomes]

    public init(_ steps: [StepOutcomes]) { self.steps = steps }

    public subscript(source: EventSource, stage: Stage) -> StepOutcomes {
        steps.first { $0.source == source && $0.stage == stage }
            ?? StepOutcomes(source: source, stage: stage, counts: [:])
    }

    /// All tries that one side reports.
    public func tries(of source: EventSource) -> Int {
        steps.reduce(0) { $1.source == source ? $0 + $1.tries : $0 }
    }

    /// The share of sign-ins that ended with a session, among those that ended with one or failed.
    ///
    /// App and server both report the token exchange, so its tries are those of one side, and its failures those of the side
    /// that reports more of them: they are never added.
    /// - Parameter side: the side whose token exchanges count.
    public func signInRate(_ side: EventSource) -> SuccessRate {
        let exchanged = self[side, .tokenExchange].successes
        let saved = self[.client, .sessionStore]
        let finished = exchanged > 0 ? max(exchanged - saved.failed, 0) : saved.successes
        let notExchanged = max(self[.client, .tokenExchange].failed, self[.server, .tokenExchange].failed)
        let notStarted = Self.before.reduce(0) { $0 + self[.client, $1].failed }
        return SuccessRate(successes: finished, results: finished + notStarted + notExchanged + saved.failed)
    }
}

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
    /// The tries after which a user could go on.
    public var successes: Int { count(of: .success) + count(of: .degraded) }
    public var failed: Int { count(of: .failed) }
    /// The successes among the tries that succeeded or failed.
    public var rate: SuccessRate { SuccessRate(successes: successes, results: successes + failed) }
}
