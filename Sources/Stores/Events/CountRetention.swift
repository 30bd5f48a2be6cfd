import Domain
import UseCases

/// How far back the counts of events go: by minute two days, by hour 90 days, by day two years.
///
/// Each event is counted once in each width in which it is young enough, in the transaction of its row, so no count waits
/// for another, and a late event is where it belongs. Compaction is the deletion of what is too old for its width.
///
/// Readers ask for less than is written and kept, by `slack`, so that they find every count on nodes whose clocks differ
/// a little, and in transactions that began a while ago.
struct CountRetention {
    static let minutes = Duration.days(2)
    static let hours = Duration.days(90)
    /// Two years with a leap day.
    static let days = Duration.days(731)
    static let slack = Duration.hours(1)

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

    /// Whether a count is written. Days always are: where events are kept for longer than days, these find them.
    func isWritten(_ span: CountWindow.Span, from start: Int64) -> Bool {
        span == .day || start >= firstKept(span)
    }
}
