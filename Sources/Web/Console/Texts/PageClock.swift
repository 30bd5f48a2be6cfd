import Domain

/// The moment and the zone in which one page is written.
struct PageClock: Sendable {
    let now: Timestamp
    let zone: ViewerZone

    func relative(_ moment: Timestamp) -> TimeView { .relative(moment, now: now, zone: zone) }
    func exact(_ moment: Timestamp) -> TimeView { .exact(moment, now: now, zone: zone) }

    /// The relative time inside a sentence: `yesterday`, `on 12 Nov`.
    func lowered(_ moment: Timestamp) -> String {
        let text = RelativeTime.text(moment, now: now, zone: zone)
        if text.hasPrefix("Today, ") { return "today at " + text.dropFirst("Today, ".count) }
        if text == "Yesterday" { return "yesterday" }
        return text.hasSuffix("ago") || text == "just now" ? text : "on \(text)"
    }
}

extension Console {
    func clock(for context: some ConsoleContext) -> PageClock { PageClock(now: now, zone: zone(context)) }
}
