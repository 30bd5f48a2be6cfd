import Domain
import UseCases

extension EventHistogram {
    func count(of outcome: Outcome) -> Int { columns.reduce(0) { $0 + ($1.counts[outcome] ?? 0) } }

    /// What was found, as a heading: `2 of 3 events failed`.
    /// - Parameter outcome: the outcome that all the events have, when only one was searched for.
    func finding(of outcome: Outcome?, _ texts: Texts) -> String {
        guard total > 0 else { return texts(outcome == nil ? "events.found-none" : "events.none-matching") }
        if let outcome { return texts(TextKey("events.found.\(outcome.rawValue)"), count: total) }
        let failed = count(of: .failed)
        guard failed > 0 else { return texts("events.found-no-failures", count: total) }
        return texts("events.found-failures", count: total, ["failed": .number(failed)])
    }

    /// The span of a column: `per 20 minutes`, and whether older events are left out.
    func step(_ texts: Texts) -> String { HistogramTimes.step(span, isComplete: isComplete, texts) }
}
