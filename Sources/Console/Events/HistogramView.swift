import ConsoleKit
import Domain
import UseCases

/// A chart with the same figures as a table.
struct HistogramView: Sendable {
    let title: String
    let step: String
    let chart: SafeHTML
    let legend: [LegendView]
    let markLegend: [MarkLegendView]
    let columns: [String]
    let rows: [HistogramRowView]
    let hasMarks: Bool
    let marks: [NotableChangeView]
    /// Why there can be others.
    let marksNote: String?
}

extension HistogramView {
    init(_ chart: HistogramChart) {
        let language = chart.clock.texts.language
        let totals = chart.series.indices.map { place in chart.columns.reduce(0) { $0 + $1.counts[place] } }
        let shown = chart.series.indices.filter { totals[$0] > 0 }
        self.init(
            title: chart.title,
            step: chart.step,
            chart: SafeHTML(chart.drawing),
            legend: shown.map { place in
                LegendView(
                    tone: chart.series[place].tone,
                    label: chart.series[place].label,
                    total: NumberText.grouped(totals[place], in: language)
                )
            },
            markLegend: chart.marks.legend(in: language, chart.clock.texts),
            columns: shown.map { chart.series[$0].label },
            rows: chart.columns.filter { $0.total > 0 }.map { column in
                HistogramRowView(
                    label: chart.label(column.start),
                    href: column.href,
                    counts: shown.map { NumberText.grouped(column.counts[$0], in: language) },
                    total: NumberText.grouped(column.total, in: language)
                )
            },
            hasMarks: !chart.marks.rows.isEmpty,
            marks: chart.marks.rows,
            marksNote: chart.marks.note
        )
    }
}

struct HistogramRowView: Sendable {
    let label: String
    let href: String
    let counts: [String]
    let total: String
}

struct LegendView: Sendable {
    let tone: String
    let label: String
    let total: String
}

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
