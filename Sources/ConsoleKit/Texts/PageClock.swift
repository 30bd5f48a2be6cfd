import Domain

/// The moment and the zone in which one page is written.
package struct PageClock: Sendable {
    package let now: Timestamp
    package let zone: ViewerZone

    package init(now: Timestamp, zone: ViewerZone) {
        self.now = now
        self.zone = zone
    }

    package func relative(_ moment: Timestamp) -> TimeView { .relative(moment, now: now, zone: zone) }
    package func exact(_ moment: Timestamp) -> TimeView { .exact(moment, now: now, zone: zone) }

    /// The relative time inside a sentence: `yesterday`, `on 12 Nov`.
    package func lowered(_ moment: Timestamp) -> String {
        let text = RelativeTime.text(moment, now: now, zone: zone)
        if text.hasPrefix("Today, ") { return "today at " + text.dropFirst("Today, ".count) }
        if text == "Yesterday" { return "yesterday" }
        return text.hasSuffix("ago") || text == "just now" ? text : "on \(text)"
    }
}
