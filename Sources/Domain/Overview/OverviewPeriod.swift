/// The time that an overview is about, up to now.
public enum OverviewPeriod: String, Sendable, CaseIterable, Hashable {
    case hour = "1h"
    case sixHours = "6h"
    case day = "24h"
    case week = "7d"

    /// What an overview begins with.
    public static let standard = OverviewPeriod.sixHours

    public var span: Duration {
        switch self {
        case .hour: .hours(1)
        case .sixHours: .hours(6)
        case .day: .hours(24)
        case .week: .days(7)
        }
    }

    /// The period of the failures beside it: failures are not counted for less than a day.
    public var failures: FailurePeriod { self == .week ? .week : .day }

    /// Events of a clock that runs a little ahead are included.
    public func range(at now: Timestamp) -> Range<Timestamp> { now - span..<now + .minutes(1) }

    /// The same hours a week before, which begin and end at full hours: minutes are not counted for that long.
    public func former(at now: Timestamp) -> Range<Timestamp> {
        let hour: Int64 = 3_600_000
        let rest = (now.milliseconds % hour + hour) % hour
        let end = Timestamp(milliseconds: now.milliseconds - rest) - .days(7)
        return end - span..<end
    }
}
