import Domain
import UseCases

/// A part of a time range, with the resolution of its counts: by minute, by hour or by day.
struct CountWindow: Equatable {
    enum Span: String, CaseIterable {
        case minute = "m"
        case hour = "h"
        case day = "d"

        /// The width in milliseconds.
        var width: Int64 {
            switch self {
            case .minute: 60_000
            case .hour: 3_600_000
            case .day: 86_400_000
            }
        }

        /// Returns the start of the span that contains a moment.
        func floor(_ milliseconds: Int64) -> Int64 { CountWindow.floor(milliseconds, width) }
    }

    /// The range up to which minutes are read; beyond it hours and days are.
    static let minuteRange = Duration.hours(12)

    let span: Span
    /// The range in milliseconds; the lower bound is the start of a span.
    let range: Range<Int64>

    /// Returns the fewest counts that cover a range: days where they lie within it as a whole, hours at its ends. The
    /// first span is included as a whole, and so are all counts up to the end.
    /// - Parameter finest: the width that the answer must be divided into, in milliseconds; a day or more can be read
    ///   by day.
    static func covering(_ query: EventQuery, dividedInto finest: Int64 = Span.day.width) -> [CountWindow] {
        let from = query.from.milliseconds
        let to = query.to.milliseconds
        if query.to.since(query.from) <= minuteRange {
            return [CountWindow(span: .minute, range: Span.minute.floor(from)..<to)]
        }
        let start = Span.hour.floor(from)
        let firstDay = Span.day.floor(start + Span.day.width - 1)
        let lastDay = Span.day.floor(to)
        guard firstDay < lastDay, finest >= Span.day.width else { return [CountWindow(span: .hour, range: start..<to)] }
        return [
            CountWindow(span: .hour, range: start..<firstDay), CountWindow(span: .day, range: firstDay..<lastDay),
            CountWindow(span: .hour, range: lastDay..<to),
        ].filter { !$0.range.isEmpty }
    }

    static func floor(_ milliseconds: Int64, _ width: Int64) -> Int64 {
        milliseconds - (milliseconds % width + width) % width
    }
}
