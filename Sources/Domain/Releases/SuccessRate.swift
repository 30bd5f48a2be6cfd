/// The rate of successes among results, with the interval in which the true rate lies.
public struct SuccessRate: Sendable, Hashable {
    public let successes: Int
    public let results: Int

    public init(successes: Int, results: Int) {
        self.successes = successes
        self.results = results
    }

    /// The results among events: a step that worked, also with a failed side step, or that failed. What users cancelled,
    /// or can correct themselves, is no result of a release.
    public init(_ counts: [Outcome: Int]) {
        func sum(_ outcomes: [Outcome]) -> Int { outcomes.reduce(0) { $0 + max(0, counts[$1] ?? 0) } }
        let successes = sum([.success, .degraded])
        self.init(successes: successes, results: successes + sum([.failed, .inconsistent]))
    }

    /// Nil without a result.
    public var value: Double? { results > 0 ? Double(successes) / Double(results) : nil }

    /// The Wilson score interval with a confidence of 95 %; nil without a result.
    public var interval: ClosedRange<Double>? { Share(successes, of: results).interval(.usual) }

    /// Fewer results leave an interval that is too wide to rely on.
    public static let fewResults = 30

    public var hasFewResults: Bool { results < Self.fewResults }

    /// Whether the rates are the same number, before any rounding.
    public func isSame(as other: SuccessRate) -> Bool {
        successes.multipliedFullWidth(by: other.results) == other.successes.multipliedFullWidth(by: results)
    }

    /// How a rate compares with that of an earlier release.
    public enum Comparison: String, Sendable, CaseIterable {
        case better, worse
        /// The intervals overlap: the difference can be chance.
        case similar
        /// One of them has no result.
        case unknown
    }

    public func compared(with former: SuccessRate) -> Comparison {
        guard let own = interval, let other = former.interval else { return .unknown }
        if own.lowerBound > other.upperBound { return .better }
        return own.upperBound < other.lowerBound ? .worse : .similar
    }
}
