import ConsoleKit
import WebCore

/// A chart with the same figures as a table.
struct HistogramView: Sendable {
    let title: String
    let step: String
    let chart: SafeHTML
    let legend: [LegendView]
    let columns: [String]
    let rows: [HistogramRowView]
}
