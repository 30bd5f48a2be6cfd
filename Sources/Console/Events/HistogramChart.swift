import ConsoleKit
import Domain

/// Draws a histogram as one SVG: columns stacked by series over an axis of time, each a link to its span.
///
/// Places across are shares of the width, and heights are CSS pixels: text has one size at every width.
struct HistogramChart {
    /// The events of one outcome, or with one value.
    struct Series {
        /// The end of the names of its classes.
        let tone: String
        let label: String
        /// `failed 3`
        let part: (_ count: Int) -> String
    }

    struct Column {
        let start: Timestamp
        /// In the order of the series.
        let counts: [Int]
        /// The page of its events.
        let href: String

        var total: Int { counts.reduce(0, +) }
    }

    /// In CSS pixels, as `histogram.css` gives the drawing its height.
    static let bottom = 100.0
    private static let timeLine = 116.0

    /// `Events by outcome`
    let title: String
    /// `per 20 minutes`
    let step: String
    /// From the ground up.
    let series: [Series]
    let columns: [Column]
    let span: Duration
    let clock: PageClock
    /// What changed meanwhile.
    let marks: ChartMarks
    /// Says in one sentence what the chart shows.
    let name: String

    var drawing: SVGDrawing {
        var drawing = SVGDrawing()
        drawing.group("svg", ["class": "histogram", "role": "group", "aria-label": .text(label)]) { svg in
            drawOutages(in: &svg)
            drawScale(in: &svg)
            for (index, column) in columns.enumerated() { draw(column, at: index, in: &svg) }
            svg.element(
                "line",
                [
                    "class": "histogram__base", "x1": 0, "x2": .share(1), "y1": .number(Self.bottom),
                    "y2": .number(Self.bottom),
                ]
            )
            drawTimes(in: &svg)
            drawMarks(in: &svg)
        }
        return drawing
    }

    private var label: String {
        let count = marks.marks.count
        return count == 0 ? name : clock.texts("changes.chart-name", count: count, ["chart": .text(name)])
    }

    /// Where the highest column ends: below the marks.
    private var top: Double { marks.marks.isEmpty ? 6 : 22 }

    private var highest: Int { columns.map(\.total).max() ?? 0 }
    private var ceiling: Int { Self.roundCeiling(highest) }
    /// Of a column, as a share of the drawing's.
    private var width: Double { 1 / Double(max(columns.count, 1)) }

    /// The least round number that is not below `number` and whose half is whole.
    static func roundCeiling(_ number: Int) -> Int {
        if let small = [2, 4, 6, 8, 10].first(where: { $0 >= number }) { return small }
        var power = 1
        while true {
            for factor in [12, 16, 20, 30, 40, 60, 80, 100] where power * factor >= number { return power * factor }
            power *= 10
        }
    }

    private func draw(_ column: Column, at index: Int, in svg: inout SVGDrawing) {
        let left = Double(index) * width
        svg.group(
            "a",
            ["class": "histogram__bucket", "href": .text(column.href), "tabindex": "-1", "aria-hidden": "true"]
        ) { link in
            link.element("title", text: title(column))
            link.element(
                "rect",
                [
                    "class": "histogram__hit", "x": .share(left), "y": .number(top), "width": .share(width),
                    "height": .number(Self.bottom - top),
                ]
            )
            stack(column, from: left, in: &link)
        }
    }

    /// A part that is there is at least one unit high, so that a single failure among thousands is seen.
    private func stack(_ column: Column, from left: Double, in svg: inout SVGDrawing) {
        let gap = width / 6
        var ground = Self.bottom
        for (series, count) in zip(series, column.counts) where count > 0 {
            let height = max(1.5, Double(count) / Double(ceiling) * (Self.bottom - top))
            ground = max(top - 4, ground - height)
            svg.element(
                "rect",
                [
                    "class": .text("histogram__\(series.tone)"), "x": .share(left + gap / 2), "y": .number(ground),
                    "width": .share(width - gap), "height": .number(max(0.8, height - (height > 3 ? 0.8 : 0))),
                ]
            )
        }
    }

    private func drawScale(in svg: inout SVGDrawing) {
        for share in [0.5, 1.0] {
            let y = Self.bottom - share * (Self.bottom - top)
            svg.element(
                "line",
                ["class": "histogram__line", "x1": 0, "x2": .share(1), "y1": .number(y), "y2": .number(y)]
            )
            svg.element(
                "text",
                ["class": "histogram__label", "x": -6, "y": .number(y + 4), "text-anchor": "end"],
                text: short(Int(share * Double(ceiling)))
            )
        }
    }

    /// About six labels, none beyond the edge; every second one is left out where the drawing is narrow.
    private func drawTimes(in svg: inout SVGDrawing) {
        let every = max(1, (columns.count + 5) / 6)
        for (index, column) in columns.enumerated()
        where index % every == 0 && index + every * 3 / 4 < max(columns.count, 2) {
            let text = label(column.start)
            // A date and a time near the edge would not end in a narrow drawing.
            let isTooLong = text.count > 6 && Double(index) * width > 0.66
            let fine = (index / every) % 2 == 1 || isTooLong ? " histogram__label--fine" : ""
            svg.element(
                "text",
                [
                    "class": .text("histogram__label" + fine),
                    "x": .share(Double(index) * width), "y": .number(Self.timeLine),
                ],
                text: text
            )
        }
    }

    /// `21 Nov 09:00: 12 (failed 3, success 9)`
    private func title(_ column: Column) -> String {
        let texts = clock.texts
        let parts = zip(series, column.counts).reversed().filter { $1 > 0 }.map { $0.part($1) }
        let (time, total) = (TextArgument.text(label(column.start)), TextArgument.number(column.total))
        guard !parts.isEmpty else { return texts("events.chart-column-empty", ["time": time, "total": total]) }
        return texts(
            "events.chart-column",
            ["time": time, "total": total, "parts": .text(parts.joined(separator: ", "))]
        )
    }

    /// `09:05`, `21 Nov 09:00` or `21 Nov`
    func label(_ time: Timestamp) -> String {
        HistogramTimes(span: span, count: columns.count, clock: clock).label(time)
    }

    /// `12,000`, `12 k`, `1.5 M`
    private func short(_ number: Int) -> String {
        let language = clock.texts.language
        switch number {
        case 1_000_000... where number % 1_000_000 == 0: return "\(number / 1_000_000) M"
        case 1_000_000...: return "\(NumberText.decimal(number / 100_000, in: language)) M"
        case 10_000...: return "\(number / 1000) k"
        default: return NumberText.grouped(number, in: language)
        }
    }
}
