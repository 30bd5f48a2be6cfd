import Domain

/// The current time, the time zone and the texts of one page.
package struct PageClock: Sendable {
    package let now: Timestamp
    package let zone: ViewerZone
    package let texts: Texts

    package func relative(_ time: Timestamp) -> TimeView { .relative(time, self) }
    package func exact(_ time: Timestamp) -> TimeView { .exact(time, self) }
    package func timeOfDay(_ time: Timestamp) -> TimeView { .timeOfDay(time, self) }
    package func full(_ time: Timestamp) -> TimeView { .full(time, self) }

    /// The relative time inside a sentence: `yesterday`, `on 12 Nov`.
    package func inSentence(_ time: Timestamp) -> String { RelativeTime.inSentence(time, self) }

    enum Day {
        case today, yesterday, other
    }

    func day(of clock: WallClock) -> Day {
        if clock.date == zone.clock(at: now).date { return .today }
        return clock.date == zone.clock(at: now - .days(1)).date ? .yesterday : .other
    }

    /// `Today`, `Yesterday`, `Sat 21 Nov`, with the year when it is not the current one.
    package func dayName(_ time: Timestamp) -> String {
        let then = zone.clock(at: time)
        switch day(of: then) {
        case .today: return texts("time.today")
        case .yesterday: return texts("time.yesterday")
        case .other:
            return texts(
                "time.weekday-date",
                ["weekday": .text(texts(TextKey("time.weekday-\(then.weekday)"))), "date": .text(date(then))]
            )
        }
    }

    /// `21 Nov 2026, 09:05`
    package func dateAndMinute(_ time: Timestamp) -> String {
        let then = zone.clock(at: time)
        return texts("time.date-time", ["date": .text(then.dayAndYear(texts)), "time": .text(then.minute)])
    }

    /// `21 Nov`
    package func dayOfMonth(_ time: Timestamp) -> String { zone.clock(at: time).day(texts) }

    /// `21 Nov 09:05`
    package func dayAndMinute(_ time: Timestamp) -> String {
        let then = zone.clock(at: time)
        return texts("time.date-time-exact", ["date": .text(then.day(texts)), "time": .text(then.minute)])
    }

    /// `12 Nov`, with the year when it is not the current one.
    package func date(_ clock: WallClock) -> String {
        clock.year == zone.clock(at: now).year ? clock.day(texts) : clock.dayAndYear(texts)
    }
}
