/// The steps of a time up to now, beside those of the same hours a week before.
public struct StepComparison: Sendable, Hashable {
    public let period: OverviewPeriod
    public let current: StepCounts
    /// Nil when they cannot be read.
    public let former: StepCounts?

    public init(_ period: OverviewPeriod, current: StepCounts, former: StepCounts?) {
        self.period = period
        self.current = current
        self.former = former
    }

    /// Who tells how many sign-ins there were: the server, or the app where the server has no part in them.
    public var side: EventSource {
        let reached = current[.server, .tokenExchange].tries + (former?[.server, .tokenExchange].tries ?? 0)
        return reached > 0 ? .server : .client
    }

    /// The sign-ins that reached the server.
    public var signIns: StepOutcomes { current[side, .tokenExchange] }
    public var formerSignIns: StepOutcomes? { former?[side, .tokenExchange] }
    public var rate: SuccessRate { current.signInRate(side) }
    public var formerRate: SuccessRate? { former?.signInRate(side) }

    /// The difference of the rates in points of a hundred, in tenths; nil when one of them is of too few results.
    public var difference: Int? {
        guard let formerRate, !rate.hasFewResults, !formerRate.hasFewResults, let own = rate.value,
            let former = formerRate.value
        else { return nil }
        return Int(((own - former) * 1000).rounded())
    }
}
