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
        let notBegun = Self.before.reduce(0) { $0 + self[.client, $1].failed }
        return SuccessRate(successes: finished, results: finished + notBegun + notExchanged + saved.failed)
    }
}
