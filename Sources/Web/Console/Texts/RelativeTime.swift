import Domain

/// How long ago something was, as people say it: `2 min ago`, `Yesterday`, `12 Nov`.
enum RelativeTime {
    static func text(_ moment: Timestamp, now: Timestamp, zone: ViewerZone) -> String {
        let seconds = now.since(moment).wholeMilliseconds / 1000
        let then = zone.clock(at: moment)
        switch seconds {
        case ..<(-60): return date(then, now: now, zone: zone) + ", \(then.minute)"
        case ..<60: return "just now"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<(12 * 3600): return "\(seconds / 3600) h ago"
        default: break
        }
        if then.date == zone.clock(at: now).date { return "Today, \(then.minute)" }
        if then.date == zone.clock(at: now - .days(1)).date { return "Yesterday" }
        return date(then, now: now, zone: zone)
    }

    private static func date(_ clock: WallClock, now: Timestamp, zone: ViewerZone) -> String {
        clock.year == zone.clock(at: now).year ? clock.day : "\(clock.day) \(clock.year)"
    }
}

/// A moment in a page: short to read, exact at hand.
struct TimeView: Sendable {
    /// RFC 3339, for machines.
    let iso: String
    let text: String
    /// The whole moment in the page's zone and in UTC.
    let title: String

    /// `2 min ago`
    static func relative(_ moment: Timestamp, now: Timestamp, zone: ViewerZone) -> TimeView {
        TimeView(moment, text: RelativeTime.text(moment, now: now, zone: zone), zone: zone)
    }

    /// `13:41:07` today, `20 Nov 13:41:07` on other days.
    static func exact(_ moment: Timestamp, now: Timestamp, zone: ViewerZone) -> TimeView {
        let clock = zone.clock(at: moment)
        let today = zone.clock(at: now)
        let day = clock.year == today.year ? clock.day : "\(clock.day) \(clock.year)"
        return TimeView(moment, text: clock.date == today.date ? clock.second : "\(day) \(clock.second)", zone: zone)
    }

    /// `21 Nov 2026, 13:41:07.214`
    static func full(_ moment: Timestamp, zone: ViewerZone) -> TimeView {
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
