import Domain

/// A moment in a page: short to read, exact at hand.
package struct TimeView: Sendable {
    /// RFC 3339, for machines.
    let iso: String
    package let text: String
    /// The whole moment in the page's zone and in UTC.
    package let title: String

    /// `2 min ago`
    package static func relative(_ moment: Timestamp, now: Timestamp, zone: ViewerZone) -> TimeView {
        TimeView(moment, text: RelativeTime.text(moment, now: now, zone: zone), zone: zone)
    }

    /// `13:41:07` today, `20 Nov 13:41:07` on other days.
    package static func exact(_ moment: Timestamp, now: Timestamp, zone: ViewerZone) -> TimeView {
        let clock = zone.clock(at: moment)
        let today = zone.clock(at: now)
        let day = clock.year == today.year ? clock.day : "\(clock.day) \(clock.year)"
        return TimeView(moment, text: clock.date == today.date ? clock.second : "\(day) \(clock.second)", zone: zone)
    }

    /// `21 Nov 2026, 13:41:07.214`
    package static func full(_ moment: Timestamp, zone: ViewerZone) -> TimeView {
        let clock = zone.clock(at: moment)
        return TimeView(moment, text: "\(clock.day) \(clock.year), \(clock.time)", zone: zone)
    }

    /// The same moment in other words.
    func withText(_ text: String) -> TimeView { TimeView(iso: iso, text: text, title: title) }

    private init(iso: String, text: String, title: String) {
        self.iso = iso
        self.text = text
        self.title = title
    }

    private init(_ moment: Timestamp, text: String, zone: ViewerZone) {
        let clock = zone.clock(at: moment)
        let utc = ViewerZone.utc.clock(at: moment)
        iso = moment.rfc3339
        self.text = text
        title = "\(clock.date) \(clock.second) \(zone.name)" + (zone == .utc ? "" : " · \(utc.date) \(utc.second) UTC")
    }
}
