import Domain

/// How the steps of one stage ended, as one side reports them.
public struct StepResults: Sendable, Hashable {
    /// The methods with a password, as clients and the server call them; a step without a method may be one.
    public static let passwordProviders = ["password", "email"]
    /// The outcomes of tries. What detectors found is none.
    public static let outcomes = Outcome.allCases.filter { $0.isResult && $0 != .inconsistent }

    public let source: EventSource
    public let stage: Stage
    public let results: Int
    public let cancelled: Int
    /// The results of steps that may have a password.
    public let passwordResults: Int
    public let wrongPasswords: Int

    public init(
        source: EventSource,
        stage: Stage,
        results: Int,
        cancelled: Int,
        passwordResults: Int,
        wrongPasswords: Int
    ) {
        self.source = source
        self.stage = stage
        self.results = results
        self.cancelled = cancelled
        self.passwordResults = passwordResults
        self.wrongPasswords = wrongPasswords
    }

    func share(of rate: WatchedRate) -> Share {
        switch rate {
        case .cancellation: Share(cancelled, of: results)
        case .wrongPassword: Share(wrongPasswords, of: passwordResults)
        }
    }
}
