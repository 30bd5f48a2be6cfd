import Database
import Domain

/// The shapes `s` of the events by which attempts that never arrived are found.
extension NeverArrived {
    /// An event that may decide that an attempt ended so. What all its events say together, the time line tells.
    var shapeCondition: SQL {
        let step: SQL =
            switch self {
            case .cancelled: "s.outcome = \(Outcome.cancelled)"
            case .timedOut:
                """
                (s.outcome = \(Outcome.info) OR
                    s.outcome = \(Outcome.success) AND s.stage IN \(list: Self.words(Stage.beforeRequest)))
                """
            case .noNetwork: "s.outcome IN \(list: Self.broken) AND s.code IN \(list: Self.networkCodes)"
            case .sheetFailed:
                "s.outcome IN \(list: Self.broken) AND s.stage IN \(list: Self.words(Stage.beforeRequest))"
            case .other: "s.outcome IN \(list: Self.broken)"
            }
        return """
            s.source = \(EventSource.client) AND s.stage IN \(list: Self.words(Stage.beginnings)) AND \(sql: step)
            """
    }

    /// An event that shows that the attempt arrived: a step of the server, or a success of an app that had an answer. What
    /// the server's own rules found about an attempt is none.
    static let answer: SQL = """
        s.source = \(EventSource.server) AND (s.code IS NULL OR s.code NOT IN \(list: findings))
            OR s.source = \(EventSource.client) AND s.outcome IN \(list: [Outcome.success, .degraded].map(\.rawValue))
            AND s.stage IN \(list: words(Stage.answered))
        """

    private static let broken = Outcome.allCases.filter(\.isBroken).map(\.rawValue)
    private static let networkCodes = CauseCatalogue.entries.filter { $0.fault == .network }.map(\.code)
    private static let findings = CauseCatalogue.entries.map(\.code).filter(CauseCatalogue.isContradiction)

    private static func words(_ stages: Set<Stage>) -> [String] { stages.map(\.rawValue).sorted() }
}
