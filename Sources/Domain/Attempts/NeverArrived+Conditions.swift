extension NeverArrived {
    /// The events that may decide that an attempt ended in one of these ways. What all its events say together, the time
    /// line tells.
    public static func condition(_ reasons: Set<NeverArrived>) -> EventCondition {
        let steps = reasons.sorted { $0.rawValue < $1.rawValue }.map(\.step)
        return .all(of: [.value(EventSource.client.rawValue, of: .source), .stage(Stage.beginnings), .any(of: steps)])
    }

    private var step: EventCondition {
        switch self {
        case .cancelled: .outcome([.cancelled])
        case .timedOut: .any(of: [.outcome([.info]), .all(of: [.outcome([.success]), .stage(Stage.beforeRequest)])])
        case .noNetwork: .all(of: [Self.isBroken, .any(Self.networkCodes, of: .code)])
        case .sheetFailed: .all(of: [Self.isBroken, .stage(Stage.beforeRequest)])
        case .other: Self.isBroken
        }
    }

    /// The events that show that an attempt arrived: steps of the server, and successes of an app that had an answer. What
    /// the server's own rules found about an attempt is none.
    public static let answer = EventCondition.any(of: [
        .all(of: [.value(EventSource.server.rawValue, of: .source), EventCondition.any(findings, of: .code).negated]),
        .all(of: [
            .value(EventSource.client.rawValue, of: .source), .outcome([.success, .degraded]), .stage(Stage.answered),
        ]),
    ])

    private static let isBroken = EventCondition.outcome(Outcome.allCases.filter(\.isBroken))
    private static let networkCodes = CauseCatalogue.entries.filter { $0.fault == .network }.map(\.code)
    private static let findings = CauseCatalogue.entries.map(\.code).filter(CauseCatalogue.isContradiction)
}

extension EventCondition {
    fileprivate static func outcome(_ outcomes: [Outcome]) -> EventCondition {
        any(outcomes.map(\.rawValue), of: .outcome)
    }

    fileprivate static func stage(_ stages: Set<Stage>) -> EventCondition {
        any(stages.map(\.rawValue).sorted(), of: .stage)
    }

    fileprivate static func any(_ values: [String], of dimension: EventDimension) -> EventCondition {
        .any(of: values.map { .value($0, of: dimension) })
    }
}
