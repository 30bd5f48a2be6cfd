import ConsoleKit
import Domain
import UseCases
import WebCore

/// Draws a histogram as one SVG: columns stacked by outcome over an axis of time, each a link to its span.
struct HistogramChart {
    /// Units of the view box, which the page scales.
    private static let width = 1000.0
    private static let height = 190.0
    private static let left = 44.0
    private static let top = 8.0
    private static let bottom = 166.0

    let histogram: EventHistogram
    let clock: PageClock
    /// The page of one column's events.
    let href: (_ column: EventHistogram.Column) -> String

    var drawing: SVGDrawing {
        var drawing = SVGDrawing()
        drawing.group(
            "svg",
            [
                "class": "histogram", "viewBox": .text("0 0 \(Int(Self.width)) \(Int(Self.height))"), "role": "group",
                "aria-label": .text(name),
            ]
        ) { svg in
            drawScale(in: &svg)
            for (index, column) in histogram.columns.enumerated() { draw(column, at: index, in: &svg) }
            svg.element(
                "line",
                [
                    "class": "histogram__base", "x1": .number(Self.left), "x2": .number(Self.width),
                    "y1": .number(Self.bottom),
                    "y2": .number(Self.bottom),
                ]
            )
            drawTimes(in: &svg)
        }
        return drawing
    }

    private var name: String {
        guard let first = histogram.columns.first, let last = histogram.columns.last else { return "No events" }
        return
            "\(CountText.of(histogram.total, "event", "events")) by outcome, from \(label(first.start)) to \(label(last.start + histogram.span))"
    }

    private var highest: Int { histogram.columns.map { $0.counts.values.reduce(0, +) }.max() ?? 0 }
    private var ceiling: Int { Self.roundCeiling(highest) }
    private var step: Double { (Self.width - Self.left) / Double(max(histogram.columns.count, 1)) }

    /// The least round number that is not below `number` and whose half is whole.
    static func roundCeiling(_ number: Int) -> Int {
        if let small = [2, 4, 6, 8, 10].first(where: { $0 >= number }) { return small }
        var power = 1
        while true {
            for factor in [12, 16, 20, 30, 40, 60, 80, 100] where power * factor >= number { return power * factor }
            power *= 10
        }
    }

    private func draw(_ column: EventHistogram.Column, at index: Int, in svg: inout SVGDrawing) {
        let left = Self.left + Double(index) * step
        let total = column.counts.values.reduce(0, +)
        svg.group(
            "a",
            ["class": "histogram__bucket", "href": .text(href(column)), "tabindex": "-1", "aria-hidden": "true"]
        ) { link in
            link.element("title", text: title(column, total))
            link.element(
                "rect",
                [
                    "class": "histogram__hit", "x": .number(left), "y": .number(Self.top), "width": .number(step),
                    "height": .number(Self.bottom - Self.top),
                ]
            )
            stack(column, from: left, in: &link)
        }
    }

    /// A part that is there is at least one unit high, so that a single failure among thousands is seen.
    private func stack(_ column: EventHistogram.Column, from left: Double, in svg: inout SVGDrawing) {
        let gap = min(2, step / 4)
        var ground = Self.bottom
        for outcome in Outcome.stacked {
            guard let count = column.counts[outcome], count > 0 else { continue }
            let height = max(1.5, Double(count) / Double(ceiling) * (Self.bottom - Self.top))
            ground = max(Self.top - 4, ground - height)
            svg.element(
                "rect",
                [
                    "class": .text("histogram__\(outcome.rawValue)"), "x": .number(left + gap / 2),
                    "y": .number(ground),
                    "width": .number(step - gap), "height": .number(max(0.8, height - (height > 3 ? 0.8 : 0))),
                ]
            )
        }
    }

    private func drawScale(in svg: inout SVGDrawing) {
        for share in [0.5, 1.0] {
            let y = Self.bottom - share * (Self.bottom - Self.top)
            svg.element(
                "line",
                [
                    "class": "histogram__line", "x1": .number(Self.left), "x2": .number(Self.width), "y1": .number(y),
                    "y2": .number(y),
                ]
            )
            svg.element(
                "text",
                ["class": "histogram__label", "x": .number(Self.left - 6), "y": .number(y + 4), "text-anchor": "end"],
                text: Self.short(Int(share * Double(ceiling)))
            )
        }
    }

    /// About six labels, none beyond the edge.
    private func drawTimes(in svg: inout SVGDrawing) {
        let every = max(1, (histogram.columns.count + 5) / 6)
        for (index, column) in histogram.columns.enumerated()
        where index % every == 0 && index + every / 2 < max(histogram.columns.count, 2) {
            svg.element(
                "text",
                [
                    "class": "histogram__label", "x": .number(Self.left + Double(index) * step),
                    "y": .number(Self.height - 8),
                ],
                text: label(column.start)
            )
        }
    }

    private func title(_ column: EventHistogram.Column, _ total: Int) -> String {
        let parts = Outcome.stacked.reversed().compactMap { outcome in
            column.counts[outcome].map { "\(outcome.words.lowercased()) \(CountText.grouped($0))" }
        }
        return "\(label(column.start)): \(CountText.grouped(total))"
            + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
    }

    /// `09:05`, `21 Nov 09:00` or `21 Nov`, as the span of a column asks.
    func label(_ moment: Timestamp) -> String {
        if histogram.span >= .days(1) { return clock.dayOfMonth(moment) }
        let whole = histogram.span * Double(histogram.columns.count)
        return whole > .days(1) ? clock.dayAndMinute(moment) : clock.zone.clock(at: moment).minute
    }

    private static func short(_ number: Int) -> String {
        switch number {
        case 1_000_000...:
            "\(number / 1_000_000)" + (number % 1_000_000 == 0 ? "" : ".\(number % 1_000_000 / 100_000)") + " M"
        case 10_000...: "\(number / 1000) k"
        default: CountText.grouped(number)
        }
    }
}

extension HistogramView {
    init(_ chart: HistogramChart) {
        let histogram = chart.histogram
        let shown = Outcome.stacked.filter { outcome in histogram.columns.contains { ($0.counts[outcome] ?? 0) > 0 } }
        title = "Events by outcome"
        step = "per \(Self.words(histogram.span))" + (histogram.isComplete ? "" : ", newest events only")
        self.chart = SafeHTML(chart.drawing)
        legend = shown.map { outcome in
            LegendView(
                tone: outcome.rawValue,
                label: outcome.words,
                total: CountText.grouped(histogram.columns.reduce(0) { $0 + ($1.counts[outcome] ?? 0) })
            )
        }
        columns = shown.map(\.words)
        rows = histogram.columns.filter { !$0.counts.isEmpty }.map { column in
            HistogramRowView(
                label: chart.label(column.start),
                href: chart.href(column),
                counts: shown.map { CountText.grouped(column.counts[$0] ?? 0) },
                total: CountText.grouped(column.counts.values.reduce(0, +))
            )
        }
    }

    /// `5 minutes`, `hour`, `2 days`
    static func words(_ span: Duration) -> String {
        let minutes = span.wholeMilliseconds / 60_000
        let (count, unit) =
            switch minutes {
            case _ where minutes % 1440 == 0 && minutes > 0: (minutes / 1440, "day")
            case _ where minutes % 60 == 0 && minutes > 0: (minutes / 60, "hour")
            default: (max(1, minutes), "minute")
            }
        return count == 1 ? unit : "\(count) \(unit)s"
    }
}
