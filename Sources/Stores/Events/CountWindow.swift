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

        /// Returns the start of the span that contains a time.
        func floor(_ milliseconds: Int64) -> Int64 { CountWindow.floor(milliseconds, width) }

        /// Returns the first start of a span that is not before a time.
        func ceiling(_ milliseconds: Int64) -> Int64 { floor(milliseconds + width - 1) }
    }

    /// The range up to which minutes are read; beyond it hours and days are.
    static let minuteRange = Duration.hours(12)

    let span: Span
    /// The range in milliseconds; the lower bound is the start of a span.
    let range: Range<Int64>

    /// Returns the narrowest counts that cover a range.
    static func finest(from: Timestamp, to: Timestamp, kept: CountRetention) -> Span {
        if Span.hour.floor(from.milliseconds) < kept.first(.hour) { return .day }
        let isShort = to.since(from) <= minuteRange
        return isShort && Span.minute.floor(from.milliseconds) >= kept.first(.minute) ? .minute : .hour
    }

    /// Returns the fewest counts that cover a range: days where they lie within it as a whole, hours at its ends. The
    /// first span is included as a whole, and so are all counts up to the end.
    ///
    /// Where hours are no longer kept, days stand for them: the first day of the range is included as a whole then, and
    /// so is the last one.
    /// - Parameter finest: the width that the answer must be divided into, in milliseconds; a day or more can be read
    ///   by day.
    static func covering(
        _ query: EventQuery,
        dividedInto finest: Int64 = Span.day.width,
        kept: CountRetention
    ) -> [CountWindow] {
        let from = query.from.milliseconds
        let to = query.to.milliseconds
        switch Self.finest(from: query.from, to: query.to, kept: kept) {
        case .minute: return [CountWindow(span: .minute, range: Span.minute.floor(from)..<to)]
        case .hour:
            let start = Span.hour.floor(from)
            let days = Span.day.ceiling(start)..<max(Span.day.ceiling(start), Span.day.floor(to))
            guard !days.isEmpty, finest >= Span.day.width else { return [CountWindow(span: .hour, range: start..<to)] }
            return [
                CountWindow(span: .hour, range: start..<days.lowerBound), CountWindow(span: .day, range: days),
                CountWindow(span: .hour, range: days.upperBound..<to),
            ].filter { !$0.range.isEmpty }
        case .day:
            let start = Span.day.floor(from)
            guard to > kept.first(.hour) else { return [CountWindow(span: .day, range: start..<to)] }
            let lastDay = Span.day.floor(to)
            return [
                CountWindow(span: .day, range: start..<lastDay), CountWindow(span: .hour, range: lastDay..<to),
            ].filter { !$0.range.isEmpty }
        }
    }

    /// Returns the counts that cover what a query asks: like `covering(_:dividedInto:)`, but to the minute where the
    /// condition shortens the range and minutes are still kept.
    static func covering(_ query: ResolvedQuery, dividedInto finest: Int64 = Span.day.width) -> [CountWindow] {
        let (from, to) = (query.filters.from.milliseconds, query.filters.to.milliseconds)
        let (firstHour, lastHour) = (Span.hour.floor(from + Span.hour.width - 1), Span.hour.floor(to))
        guard query.hasOwnTimes, query.filters.to.since(query.filters.from) > minuteRange,
            Span.minute.floor(from) >= query.kept.first(.minute)
        else { return covering(query.filters, dividedInto: finest, kept: query.kept) }
        var hours = query.filters
        hours.from = Timestamp(milliseconds: firstHour)
        hours.to = Timestamp(milliseconds: lastHour)
        let edges = [
            CountWindow(span: .minute, range: Span.minute.floor(from)..<firstHour),
            CountWindow(span: .minute, range: lastHour..<to),
        ]
        return edges.filter { !$0.range.isEmpty } + covering(hours, dividedInto: finest, kept: query.kept)
    }

    static func floor(_ milliseconds: Int64, _ width: Int64) -> Int64 {
        milliseconds - (milliseconds % width + width) % width
    }
}
