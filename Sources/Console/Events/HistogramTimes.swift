import ConsoleKit
import Domain

/// How a chart writes times.
struct HistogramTimes {
    private enum Resolution {
        case time, dateAndTime, date
    }

    /// Of a column.
    let span: Duration
    /// The number of columns.
    let count: Int
    let clock: PageClock

    /// What of a time the labels show, as the span of a column and the whole span ask.
    private var resolution: Resolution {
        if span >= .days(1) { return .date }
        return span * Double(count) > .days(1) ? .dateAndTime : .time
    }

    var areTimesOfDay: Bool { resolution == .time }

    /// `09:05`, `21 Nov 09:00` or `21 Nov`
    func label(_ time: Timestamp) -> String {
        switch resolution {
        case .time: clock.zone.clock(at: time).minute
        case .dateAndTime: clock.dayAndMinute(time)
        case .date: clock.dayOfMonth(time)
        }
    }

    /// `per 20 minutes`, and whether older events are left out.
    static func step(_ span: Duration, isComplete: Bool, _ texts: Texts) -> String {
        let minutes = max(1, Int(span.wholeMilliseconds / 60_000))
        let step =
            if minutes.isMultiple(of: 1440) {
                texts("events.chart-step.days", count: minutes / 1440)
            } else if minutes.isMultiple(of: 60) {
                texts("events.chart-step.hours", count: minutes / 60)
            } else {
                texts("events.chart-step.minutes", count: minutes)
            }
        return isComplete ? step : texts("events.chart-incomplete", ["step": .text(step)])
    }
}
