import ConsoleKit
import Domain
import UseCases

extension EventSearch.Range {
    /// `24 h`
    func label(_ texts: Texts) -> String { texts(TextKey("events.range.\(rawValue)")) }

    /// `the last 24 hours`
    func name(_ texts: Texts) -> String { texts(TextKey("events.range-name.\(rawValue)")) }

    /// `in the last 24 hours`
    func period(_ texts: Texts) -> String { texts(TextKey("events.range-period.\(rawValue)")) }
}

extension EventSearch {
    /// `in the last 24 hours`, `from 21 Nov 06:00 to 08:00`
    func period(_ clock: PageClock) -> String {
        if let range { return range.period(clock.texts) }
        let (from, to) = (clock.zone.clock(at: query.from), clock.zone.clock(at: query.to))
        guard from.date == to.date else {
            return clock.texts(
                "events.period-days",
                ["from": .text(clock.dayAndMinute(query.from)), "to": .text(clock.dayAndMinute(query.to))]
            )
        }
        return clock.texts(
            "events.period-day",
            ["date": .text(clock.dayOfMonth(query.from)), "from": .text(from.minute), "to": .text(to.minute)]
        )
    }
}
