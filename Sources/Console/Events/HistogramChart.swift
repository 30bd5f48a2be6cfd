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

    /// Says in one sentence what the drawing shows.
    private var name: String {
        guard let first = histogram.columns.first, let last = histogram.columns.last else {
            return clock.texts("events.found-none")
        }
        return clock.texts(
            resolution == .time ? "events.chart-name-times" : "events.chart-name-dates",
            count: histogram.total,
            ["from": .text(label(first.start)), "to": .text(label(last.start + histogram.span))]
        )
    }

    private var highest: Int { histogram.columns.map(\.total).max() ?? 0 }
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
        svg.group(
            "a",
            ["class": "histogram__bucket", "href": .text(href(column)), "tabindex": "-1", "aria-hidden": "true"]
        ) { link in
            link.element("title", text: title(column))
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
                text: short(Int(share * Double(ceiling)))
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

    /// `21 Nov 09:00: 12 (failed 3, success 9)`
    private func title(_ column: EventHistogram.Column) -> String {
        let texts = clock.texts
        let parts = Outcome.stacked.reversed().compactMap { outcome in
            column.counts[outcome].map { texts(TextKey("events.chart-part.\(outcome.rawValue)"), count: $0) }
        }
        let (time, total) = (TextArgument.text(label(column.start)), TextArgument.number(column.total))
        guard !parts.isEmpty else { return texts("events.chart-column-empty", ["time": time, "total": total]) }
        return texts(
            "events.chart-column",
            ["time": time, "total": total, "parts": .text(parts.joined(separator: ", "))]
        )
    }

    private enum Resolution {
        case time, dateAndTime, date
    }

    /// What of a moment the labels show, as the span of a column and the whole span ask.
    private var resolution: Resolution {
        if histogram.span >= .days(1) { return .date }
        return histogram.span * Double(histogram.columns.count) > .days(1) ? .dateAndTime : .time
    }

    /// `09:05`, `21 Nov 09:00` or `21 Nov`
    func label(_ moment: Timestamp) -> String {
        switch resolution {
        case .time: clock.zone.clock(at: moment).minute
        case .dateAndTime: clock.dayAndMinute(moment)
        case .date: clock.dayOfMonth(moment)
        }
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

extension EventHistogram.Column {
    var total: Int { counts.values.reduce(0, +) }
}
