import Domain

/// How long ago something was, as people say it: `2 min ago`, `Yesterday`, `12 Nov`.
enum RelativeTime {
    package static func text(_ moment: Timestamp, now: Timestamp, zone: ViewerZone) -> String {
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
