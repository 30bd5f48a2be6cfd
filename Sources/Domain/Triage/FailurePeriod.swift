/// The time that the numbers of failures count, up to now.
public enum FailurePeriod: String, Sendable, CaseIterable, Hashable {
    case day = "24h"
    case week = "7d"
    case month = "30d"

    /// The width of a column of the sparkline.
    public var columnWidth: Duration {
        switch self {
        case .day: .hours(1)
        case .week: .hours(6)
        case .month: .days(1)
        }
    }

    public var columns: Int {
        switch self {
        case .day: 24
        case .week: 28
        case .month: 30
        }
    }

    /// Returns the starts of the columns; the last one contains `now`.
    public func starts(at now: Timestamp) -> [Timestamp] {
        let width = columnWidth.wholeMilliseconds
        let rest = (now.milliseconds % width + width) % width
        let last = Timestamp(milliseconds: now.milliseconds) - .milliseconds(rest)
        return (0..<columns).map { last - columnWidth * (columns - 1 - $0) }
    }

    /// Returns the time of the columns.
    public func time(at now: Timestamp) -> Range<Timestamp> {
        let starts = starts(at: now)
        return starts[0]..<starts[0] + columnWidth * columns
    }
}
