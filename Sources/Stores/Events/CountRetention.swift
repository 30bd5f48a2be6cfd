import Domain

/// How far back the counts of events go: by minute two days, by hour 90 days, by day two years.
///
/// Each event is counted once in each width in which it is young enough, in the transaction of its row, so no count waits
/// for another. A late event shares coarser starts with others. Compaction is the deletion of what is too old for its
/// width, and `CountFolding`.
///
/// Readers ask for less than is written and kept, by `slack`, so that they find every count on nodes whose clocks differ
/// a little, and in transactions that began a while ago.
struct CountRetention {
    static let minutes = Duration.days(2)
    static let hours = Duration.days(90)
    /// Two years with a leap day.
    static let days = Duration.days(731)
    static let slack = Duration.hours(1)
    /// How late an event can be counted by the minute: within the widest chart by minute, or for a short while
    /// when it has no row. Others are counted by the quarter of an hour.
    static let punctual = (withRow: CountWindow.minuteRange, withoutRow: Duration.minutes(10))
    private static let quarter: Int64 = 15 * 60_000

    let now: Timestamp

    /// Returns the first start that may be read. That of hours is the start of a day, in UTC: days are read before it.
    func first(_ span: CountWindow.Span) -> Int64 {
        switch span {
        case .minute: CountWindow.Span.minute.floor((now - Self.minutes).milliseconds)
        case .hour: CountWindow.Span.day.floor((now - Self.hours).milliseconds)
        case .day: CountWindow.Span.day.floor((now - Self.days).milliseconds)
        }
    }

    /// Returns the first start that is not deleted.
    func firstKept(_ span: CountWindow.Span) -> Int64 {
        span.floor(first(span) - Self.slack.wholeMilliseconds)
    }

    /// Returns the start under which an event is counted. Anyone can make up times, and each start takes a row for each
    /// shape, so late events share starts: by the minute, and without a row by the hour and before the kept days too.
    /// Rows are found by their hours and days.
    /// - Parameter delay: the time from the event to its receipt.
    func start(_ span: CountWindow.Span, of time: Timestamp, delay: Duration, hasRow: Bool) -> Int64 {
        let exact = span.floor(time.milliseconds)
        switch span {
        case .minute:
            let punctual = hasRow ? Self.punctual.withRow : Self.punctual.withoutRow
            return (Duration.zero - punctual...punctual).contains(delay)
                ? exact : CountWindow.floor(time.milliseconds, Self.quarter)
        case .hour:
            let isPunctual = (Duration.days(-1)...Duration.days(1)).contains(delay)
            return hasRow || isPunctual ? exact : CountWindow.Span.day.floor(time.milliseconds)
        case .day: return hasRow ? exact : max(exact, firstKept(.day))
        }
    }

    /// Returns how long after a start by minute its events happened at most.
    static func width(ofMinute start: Int64) -> Int64 {
        start == CountWindow.floor(start, quarter) ? quarter : CountWindow.Span.minute.width
    }

    /// Whether a count is written. Days always are: where events are kept for longer than days, these find them.
    func isWritten(_ span: CountWindow.Span, from start: Int64) -> Bool {
        span == .day || start >= firstKept(span)
    }
}
