import Domain

/// The local date and time of a time zone.
package struct WallClock: Sendable, Hashable {
    /// `2026-11-21`
    package let date: String
    /// `09:05:07.123`
    let time: String
    /// From 1 for Monday to 7 for Sunday.
    let weekday: Int

    init(_ timestamp: Timestamp, minutesEast: Int64) {
        let local = timestamp + .minutes(minutesEast)
        let text = local.rfc3339
        date = String(text.prefix(10))
        time = String(text.dropFirst(11).dropLast())
        let day = (Double(local.milliseconds) / 86_400_000).rounded(.down)
        // 1 January 1970 was a Thursday.
        weekday = Int((day + 3).truncatingRemainder(dividingBy: 7) + 7) % 7 + 1
    }

    /// `09:05`
    package var minute: String { String(time.prefix(5)) }
    /// `09:05:07`
    var second: String { String(time.prefix(8)) }
    package var year: String { String(date.prefix(4)) }

    /// `21 Nov`
    package func day(_ texts: Texts) -> String {
        texts("time.day", ["day": .text(dayOfMonth), "month": .text(month(texts))])
    }

    /// `21 Nov 2026`
    package func dayAndYear(_ texts: Texts) -> String {
        texts("time.day-year", ["day": .text(dayOfMonth), "month": .text(month(texts)), "year": .text(year)])
    }

    private var dayOfMonth: String { String(Int(date.suffix(2)) ?? 1) }

    private func month(_ texts: Texts) -> String {
        texts(TextKey("time.month-\(Int(date.dropFirst(5).prefix(2)) ?? 1)"))
    }

    /// The value of a `datetime-local` field: `2026-11-21T09:05`.
    package var field: String { "\(date)T\(minute)" }
}
