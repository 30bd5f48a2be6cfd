import ConsoleKit

/// The figures, the chart and the lists below the verdict.
struct OverviewContentView: Sendable {
    let figures: [FigureView]
    let histogram: HistogramView?
    /// Why there is no chart.
    let noChart: String?
    let funnel: [FunnelRowView]
    /// Why there is no funnel.
    let noFunnel: String?
    let hasChanges: Bool
    let changes: [NotableChangeView]
    let noChanges: String
    let changesLink: String
    let failures: OverviewFailuresView
    let dependencies: [DependencyView]
}
