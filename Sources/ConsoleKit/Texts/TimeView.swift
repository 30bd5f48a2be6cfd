import Domain

/// A time on a page: a short text, and the exact time as its title.
package struct TimeView: Sendable {
    /// RFC 3339, for machines.
    let iso: String
    package let text: String
    /// The exact time, in the page's time zone and in UTC.
    package let title: String

    /// `2 min ago`
    static func relative(_ time: Timestamp, _ clock: PageClock) -> TimeView {
        TimeView(time, text: RelativeTime.text(time, clock), zone: clock.zone)
    }

    /// `13:41:07` today, `20 Nov 13:41:07` on other days.
    static func exact(_ time: Timestamp, _ clock: PageClock) -> TimeView {
        let then = clock.zone.clock(at: time)
        let text =
            clock.day(of: then) == .today
            ? then.second
            : clock.texts("time.date-time-exact", ["date": .text(clock.date(then)), "time": .text(then.second)])
        return TimeView(time, text: text, zone: clock.zone)
    }

    /// `13:41:07.214`, below a heading with the day.
    static func timeOfDay(_ time: Timestamp, _ clock: PageClock) -> TimeView {
        TimeView(time, text: clock.zone.clock(at: time).time, zone: clock.zone)
    }

    /// `21 Nov 2026, 13:41:07.214`
    static func full(_ time: Timestamp, _ clock: PageClock) -> TimeView {
        let then = clock.zone.clock(at: time)
        let text = clock.texts(
            "time.date-time",
            ["date": .text(then.dayAndYear(clock.texts)), "time": .text(then.time)]
        )
        return TimeView(time, text: text, zone: clock.zone)
    }

    /// Returns the time with another text.
    func withText(_ text: String) -> TimeView { TimeView(iso: iso, text: text, title: title) }

    private init(iso: String, text: String, title: String) {
        self.iso = iso
        self.text = text
        self.title = title
    }

    private init(_ time: Timestamp, text: String, zone: ViewerZone) {
        let clock = zone.clock(at: time)
        let utc = ViewerZone.utc.clock(at: time)
        iso = time.rfc3339
        self.text = text
        title = "\(clock.date) \(clock.second) \(zone.name)" + (zone == .utc ? "" : " · \(utc.date) \(utc.second) UTC")
    }
}
