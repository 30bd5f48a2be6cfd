import ConsoleKit
import Domain

/// A chart with the same figures as a table.
struct HistogramView: Sendable {
    let title: String
    let step: String
    let chart: SafeHTML
    let legend: [LegendView]
    let columns: [String]
    let rows: [HistogramRowView]
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
            columns: shown.map { chart.series[$0].label },
            rows: chart.columns.filter { $0.total > 0 }.map { column in
                HistogramRowView(
                    label: chart.label(column.start),
                    href: column.href,
                    counts: shown.map { NumberText.grouped(column.counts[$0], in: language) },
                    total: NumberText.grouped(column.total, in: language)
                )
            }
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
