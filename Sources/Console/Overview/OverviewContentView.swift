import ConsoleKit
import Domain
import UseCases

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

extension OverviewContentView {
    init(_ written: OverviewTexts) {
        let (overview, page, texts) = (written.overview, written.page, written.texts)
        let histogram = overview.histogram.flatMap { Self.histogram($0, ChartMarks(overview.chartChanges, page), page) }
        let funnel = overview.facts.period.map { FunnelRowView.rows($0, written) } ?? []
        let changes = overview.changes ?? []
        self.init(
            figures: written.figures,
            histogram: histogram,
            noChart: histogram == nil
                ? texts(overview.histogram == nil ? "overview.unread" : "overview.no-events") : nil,
            funnel: funnel,
            noFunnel: funnel.isEmpty
                ? texts(overview.facts.period == nil ? "overview.unread" : "overview.no-funnel") : nil,
            hasChanges: !changes.isEmpty,
            changes: changes.map { NotableChangeView($0, page) },
            noChanges: texts(overview.changes == nil ? "overview.unread" : "overview.no-changes"),
            changesLink: page.paths.changes,
            failures: OverviewFailuresView(written),
            dependencies: DependencyView.all(written)
        )
    }

    private static func histogram(
        _ histogram: EventHistogram,
        _ marks: ChartMarks,
        _ page: TenantPage
    ) -> HistogramView? {
        guard histogram.total > 0 else { return nil }
        let chart = HistogramChart(histogram: histogram, marks: marks, clock: page.clock) { column in
            PageAddress(
                page.paths.events,
                ["from": LocalTime.absolute(column.start), "to": LocalTime.absolute(column.start + histogram.span)]
            ).href
        }
        return HistogramView(chart)
    }
}

/// The failures that ask for attention, those with most users first.
struct OverviewFailuresView: Sendable {
    /// `in the last 24 hours`
    let failuresPeriod: String
    let hasRows: Bool
    let rows: [FailureRowView]
    let noRows: String
    let allFailures: String
}

extension OverviewFailuresView {
    fileprivate init(_ written: OverviewTexts) {
        let listing = written.overview.failures
        let items = listing?.page.items ?? []
        self.init(
            failuresPeriod: written.texts("overview.failures-text", ["period": written.failuresPeriod]),
            hasRows: !items.isEmpty,
            rows: items.map { FailureRowView($0, users: [:], written.page) },
            noRows: written.texts(listing == nil ? "overview.unread" : "overview.no-failures"),
            allFailures: written.failures
        )
    }
}

/// How many tries reached one step, and how many were lost there.
struct FunnelRowView: Sendable {
    let step: String
    /// The page of its events.
    let stepEvents: String
    let chart: SafeHTML
    let tries: String
    /// Nil when all got past it.
    let loss: String?
}

extension FunnelRowView {
    /// The steps that the app reports. Without any of them there is no funnel.
    fileprivate static func rows(_ comparison: StepComparison, _ written: OverviewTexts) -> [FunnelRowView] {
        let steps = StepCounts.funnel.map { comparison.current[.client, $0] }
        let longest = steps.map(\.tries).max() ?? 0
        guard longest > 0 else { return [] }
        return steps.map { FunnelRowView($0, longest: longest, written) }
    }

    private init(_ step: StepOutcomes, longest: Int, _ written: OverviewTexts) {
        let lost = step.tries - step.successes
        self.init(
            step: step.stage.label(written.texts),
            stepEvents: written.events(
                written.overview.period,
                ["source": step.source.rawValue, "stage": step.stage.rawValue]
            ),
            chart: FunnelBar(step: step, longest: longest).drawing,
            tries: written.numbers.number(step.tries),
            loss: lost > 0
                ? written.texts(
                    "overview.loss",
                    [
                        "count": .number(lost),
                        "share": .text(Share(lost, of: step.tries).value.map(written.numbers.percent) ?? "–"),
                    ]
                ) : nil
        )
    }
}

/// What sign-in depends on, and how it is.
struct DependencyView: Sendable {
    let name: String
    let state: BadgeView
    let detail: String
}

extension DependencyView {
    fileprivate static func all(_ written: OverviewTexts) -> [DependencyView] {
        [apple(written), delivery(written)]
    }

    private static func apple(_ written: OverviewTexts) -> DependencyView {
        let texts = written.texts
        let state: (BadgeView.Tone, TextKey, String) =
            switch written.overview.facts.appleErrors {
            case nil: (.plain, "overview.state-unknown", texts("overview.unread"))
            case 0?: (.success, "overview.state-fine", texts("overview.apple-fine"))
            case let errors?: (.failed, "overview.state-errors", texts("overview.apple-errors", count: errors))
            }
        return DependencyView(name: texts("overview.apple"), state: BadgeView(state.0, texts(state.1)), detail: state.2)
    }

    private static func delivery(_ written: OverviewTexts) -> DependencyView {
        let texts = written.texts
        let state: (BadgeView.Tone, TextKey, String) =
            switch written.overview.facts.items {
            case nil: (.plain, "overview.state-unknown", texts("overview.unread"))
            case let items? where items.received == 0:
                (.plain, "overview.state-none", texts("overview.delivery-none"))
            case let items?:
                (
                    items.rejected == 0 ? .success : .rejected,
                    items.rejected == 0 ? "overview.state-fine" : "overview.state-refused",
                    texts("overview.delivery-items", count: items.received, ["refused": .number(items.rejected)])
                )
            }
        return DependencyView(
            name: texts("overview.delivery"),
            state: BadgeView(state.0, texts(state.1)),
            detail: state.2
        )
    }
}

/// Draws how the tries of one step ended as one bar, as long as the step has tries. The numbers stand beside it.
struct FunnelBar {
    private static let width = 100.0
    private static let height = 10.0

    let step: StepOutcomes
    /// The tries of the longest bar.
    let longest: Int

    var drawing: SafeHTML {
        var drawing = SVGDrawing()
        drawing.group(
            "svg",
            [
                "class": "funnel__bar", "viewBox": .text("0 0 \(Int(Self.width)) \(Int(Self.height))"),
                "preserveAspectRatio": "none", "aria-hidden": "true",
            ]
        ) { svg in
            var left = 0.0
            for outcome in Outcome.stacked where step.count(of: outcome) > 0 {
                // One failed try among thousands is seen.
                let part = max(0.5, Double(step.count(of: outcome)) / Double(max(longest, 1)) * Self.width)
                svg.element(
                    "rect",
                    [
                        "class": .text("histogram__\(outcome.rawValue)"), "x": .number(left), "y": 0,
                        "width": .number(min(part, max(0, Self.width - left))), "height": .number(Self.height),
                    ]
                )
                left += part
            }
        }
        return SafeHTML(drawing)
    }
}
