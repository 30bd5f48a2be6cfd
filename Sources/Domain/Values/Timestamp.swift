/// A point in time, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// The one representation of time in storage and on the wire; arithmetic saturates, so hostile input cannot trap.
public struct Timestamp: Hashable, Comparable, Sendable {
    public let milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    public static func + (time: Timestamp, span: Duration) -> Timestamp {
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(span.wholeMilliseconds)
        guard overflow else { return Timestamp(milliseconds: sum) }
        return Timestamp(milliseconds: span < .zero ? .min : .max)
    }

    public static func - (time: Timestamp, span: Duration) -> Timestamp { time + (.zero - span) }

    /// The span from `earlier` to this time; negative when `earlier` is later.
    public func since(_ earlier: Timestamp) -> Duration {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        guard overflow else { return .milliseconds(difference) }
        return .milliseconds(milliseconds < earlier.milliseconds ? Int64.min : Int64.max)
    }
}

extension Duration {
    /// Milliseconds, rounded towards zero.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (fromSeconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        return fromSeconds.addingReportingOverflow(attoseconds / 1_000_000_000_000_000).partialValue
    }

    /// Seconds, rounded up, as in a `Retry-After` field.
    public var secondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 ? seconds + 1 : seconds
    }

    public static func minutes(_ count: Int64) -> Duration { .seconds(count * 60) }
    public static func hours(_ count: Int64) -> Duration { .seconds(count * 3600) }
    public static func days(_ count: Int64) -> Duration { .seconds(count * 86_400) }
}

extension Timestamp {
    /// The start of the day in UTC.
    public var startOfDay: Timestamp {
        Timestamp(milliseconds: milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000)
    }
}
