/// Until when a failure is archived.
public enum FailureArchiving: Sendable, Hashable {
    public static let counts = 1...1_000_000
    /// An escalation has at least this many events within a day.
    static let fewestEscalatingEvents = 10
    /// An escalation has at least this many times the events of the busiest of the days before.
    static let escalation = 2
    /// The number of days that an escalation is compared with.
    public static let daysBefore: Int64 = 7

    case forEver
    /// Until this many events happened since.
    case untilCount(Int)
    /// Until this many events happened within 24 hours.
    case untilEscalating(perDay: Int)

    /// - Parameter busiest: the events of the busiest of the days before.
    static func untilEscalating(busiest: Int) -> FailureArchiving {
        let (multiple, overflows) = busiest.multipliedReportingOverflow(by: escalation)
        return .untilEscalating(perDay: max(fewestEscalatingEvents, overflows ? .max : multiple))
    }
}
