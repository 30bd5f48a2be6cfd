import ConsoleKit

/// The lanes of an attempt, drawn for one width.
struct LaneChartView: Sendable {
    let chart: SafeHTML
}
