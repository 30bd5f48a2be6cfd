import Domain

/// How long ago something was: `2 min ago`, `Yesterday`, `12 Nov`.
enum RelativeTime {
    static func text(_ time: Timestamp, _ clock: PageClock) -> String {
        let texts = clock.texts
        let seconds = clock.now.since(time).wholeMilliseconds / 1000
        let then = clock.zone.clock(at: time)
        switch seconds {
        case ..<(-60):
            return texts("time.date-time", ["date": .text(clock.date(then)), "time": .text(then.minute)])
        case ..<60: return texts("time.just-now")
        case ..<3600: return texts("time.minutes-ago", count: Int(seconds / 60))
        case ..<(12 * 3600): return texts("time.hours-ago", count: Int(seconds / 3600))
        default: break
        }
        switch clock.day(of: then) {
        case .today: return texts("time.today-at", ["time": .text(then.minute)])
        case .yesterday: return texts("time.yesterday")
        case .other: return clock.date(then)
        }
    }

    /// The time inside a sentence: `yesterday`, `on 12 Nov`.
    static func inSentence(_ time: Timestamp, _ clock: PageClock) -> String {
        let texts = clock.texts
        let age = clock.now.since(time)
        guard age >= .hours(12) || age < .minutes(-1) else { return text(time, clock) }
        let then = clock.zone.clock(at: time)
        switch clock.day(of: then) {
        case .today: return texts("time.in-sentence.today-at", ["time": .text(then.minute)])
        case .yesterday: return texts("time.in-sentence.yesterday")
        case .other: return texts("time.in-sentence.on", ["date": .text(text(time, clock))])
        }
    }
}
