import ConsoleKit
import Domain
import UseCases
import WebCore

extension HistogramView {
    init(_ chart: HistogramChart) {
        let (histogram, texts) = (chart.histogram, chart.clock.texts)
        let shown = Outcome.stacked.filter { histogram.count(of: $0) > 0 }
        self.init(
            title: texts("events.chart-title"),
            step: histogram.step(texts),
            chart: SafeHTML(chart.drawing),
            legend: shown.map { outcome in
                LegendView(
                    tone: outcome.rawValue,
                    label: outcome.label(texts),
                    total: NumberText.grouped(histogram.count(of: outcome), in: texts.language)
                )
            },
            columns: shown.map { $0.label(texts) },
            rows: histogram.columns.filter { !$0.counts.isEmpty }.map { column in
                HistogramRowView(
                    label: chart.label(column.start),
                    href: chart.href(column),
                    counts: shown.map { NumberText.grouped(column.counts[$0] ?? 0, in: texts.language) },
                    total: NumberText.grouped(column.total, in: texts.language)
                )
            }
        )
    }
}
