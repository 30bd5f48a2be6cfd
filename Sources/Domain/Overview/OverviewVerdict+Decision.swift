/// The verdict in the order of what matters: what breaks sign-in for people now comes before what hides it, and that before
/// what is only worth a look.
extension OverviewVerdict {
    /// Fewer failed tries, or events of Apple, can be one person's bad connection.
    public static let fewest = 3
    /// A step works when so large a part of its tries succeeds.
    static let wanted = 0.9
    /// A smaller difference to a week before is no reason to wake someone, however sure it is.
    static let leastDrop = 0.01
    /// Fewer sign-ins a week before say nothing about how many are usual.
    public static let usual = 30

    /// The steps that can fail. The server tells about its requests alone.
    private static let watched: [(EventSource, [Stage])] = [
        (
            .client,
            [.ui, .appleSheet, .credential, .passwordEntry, .tokenExchange, .sessionStore, .sessionRestore, .refresh]
        ),
        (.server, [.tokenExchange, .refresh]),
    ]

    public init(_ facts: OverviewFacts) {
        if facts.hasStarted == false {
            self = .justStarted
        } else if let errors = facts.appleErrors, errors >= Self.fewest {
            self = .appleDown(errors)
        } else if let failing = Self.failing(facts) {
            self = .failing(failing)
        } else if let quiet = facts.comparisons.lazy.compactMap(Self.quiet).first {
            self = .tooQuiet(quiet)
        } else if let silent = Self.noData(facts) {
            self = .noData(silent)
        } else if let period = facts.period {
            self = Self.new(facts, since: period).map { .new($0) } ?? .normal(Self.normal(period))
        } else {
            self = .unknown
        }
    }

    private static func failing(_ facts: OverviewFacts) -> Failing? {
        for comparison in facts.comparisons {
            guard let step = worst(comparison) else { continue }
            return Failing(
                period: comparison.period,
                step: step,
                former: former(of: step, comparison),
                failure: facts.failures?.first { $0.key.stage == step.stage },
                isOver: works(step, facts.lastHour)
            )
        }
        return nil
    }

    /// The step with most failed tries among those that fail; of several, the first that a user meets.
    private static func worst(_ comparison: StepComparison) -> StepOutcomes? {
        let steps = watched.flatMap { source, stages in stages.map { comparison.current[source, $0] } }
        let failing = steps.filter { fails($0, former(of: $0, comparison)) }
        return failing.first { step in failing.allSatisfy { $0.failed <= step.failed } }
    }

    /// Surely less than wanted, or surely and noticeably less than a week before.
    private static func fails(_ step: StepOutcomes, _ former: SuccessRate?) -> Bool {
        guard step.failed >= fewest, let interval = step.rate.interval, let value = step.rate.value else {
            return false
        }
        if interval.upperBound < wanted { return true }
        guard let former, let before = former.value, !step.rate.hasFewResults else { return false }
        return step.rate.compared(with: former) == .worse && before - value >= leastDrop
    }

    private static func former(of step: StepOutcomes, _ comparison: StepComparison) -> SuccessRate? {
        comparison.former.map { $0[step.source, step.stage].rate }.flatMap { $0.hasFewResults ? nil : $0 }
    }

    /// Whether the last hour has enough results of a step that failed before, and no longer fails.
    private static func works(_ step: StepOutcomes, _ lastHour: StepComparison?) -> Bool {
        guard let lastHour else { return false }
        let latest = lastHour.current[step.source, step.stage]
        return !latest.rate.hasFewResults && !fails(latest, former(of: latest, lastHour))
    }

    private static func quiet(_ comparison: StepComparison) -> Quiet? {
        guard let former = comparison.formerSignIns?.tries, former >= usual else { return nil }
        let signIns = comparison.signIns.tries
        // A drop by 60 % or more.
        guard signIns * 10 <= former * 4 else { return nil }
        return Quiet(period: comparison.period, signIns: signIns, former: former)
    }

    private static func noData(_ facts: OverviewFacts) -> NoData? {
        for comparison in facts.comparisons {
            let signIns = comparison.current[.server, .tokenExchange].tries
            guard signIns > 0, comparison.current.tries(of: .client) == 0 else { continue }
            if let items = facts.items, items.received >= fewest, items.rejected == items.received {
                return NoData(period: comparison.period, reason: .rejected(items.rejected), signIns: signIns)
            }
            // An app that never reports anything has not stopped.
            if let former = comparison.former, former.tries(of: .client) >= usual {
                return NoData(period: comparison.period, reason: .silent, signIns: signIns)
            }
        }
        return nil
    }

    private static func new(_ facts: OverviewFacts, since comparison: StepComparison) -> OverviewFailure? {
        let start = facts.now - comparison.period.span
        return facts.failures?.first { $0.since >= start }
    }

    private static func normal(_ comparison: StepComparison) -> Normal {
        let rate = comparison.rate
        let sample: Normal.Sample =
            if comparison.signIns.tries == 0, rate.results == 0 {
                .none
            } else if rate.hasFewResults {
                .few
            } else if let former = comparison.formerRate, !former.hasFewResults {
                .compared
            } else {
                .notCompared
            }
        return Normal(period: comparison.period, sample: sample, signIns: comparison.signIns.tries, rate: rate)
    }
}
