import ConsoleKit
import Domain

/// The marks of what changed: a symbol above the columns, and a line down to the axis.
extension HistogramChart {
    /// Marks that are nearer, as a share of the width, are one. A narrow drawing has room for fewer; its style shows one
    /// of the two.
    private static let nearest = (wide: 0.03, narrow: 0.06)
    /// The texts that one mark shows.
    private static let texts = 8
    /// The middle of the symbols, and where their lines begin, in CSS pixels.
    private static let middle = 8.0
    private static let lineTop = 16.0

    private var time: Range<Timestamp>? {
        guard let first = columns.first, let last = columns.last else { return nil }
        return first.start..<last.start + span
    }

    /// The place of a time, as a share of the width.
    private func place(_ time: Timestamp, in range: Range<Timestamp>) -> Double {
        let whole = Double(range.upperBound.since(range.lowerBound).wholeMilliseconds)
        return min(1, max(0, Double(time.since(range.lowerBound).wholeMilliseconds) / whole))
    }

    /// Draws how long outages lasted, behind the columns.
    func drawOutages(in svg: inout SVGDrawing) {
        guard let time else { return }
        for mark in marks.marks {
            guard let until = mark.change.until else { continue }
            let (left, right) = (place(mark.change.at, in: time), place(until, in: time))
            svg.element(
                "rect",
                [
                    "class": "histogram__outage", "x": .share(left), "y": .number(0),
                    "width": .share(max(0.002, right - left)), "height": .number(Self.bottom),
                ]
            )
        }
    }

    func drawMarks(in svg: inout SVGDrawing) {
        guard let time, !marks.marks.isEmpty else { return }
        svg.group("g", ["class": "histogram__marks-wide"]) { drawMarks(Self.nearest.wide, time, in: &$0) }
        svg.group("g", ["class": "histogram__marks-narrow"]) { drawMarks(Self.nearest.narrow, time, in: &$0) }
    }

    private func drawMarks(_ nearest: Double, _ time: Range<Timestamp>, in svg: inout SVGDrawing) {
        var groups: [(place: Double, marks: [ChartMarks.Mark])] = []
        for mark in marks.marks {
            let place = place(mark.change.at, in: time)
            if let last = groups.last, place - last.place < nearest {
                groups[groups.count - 1].marks.append(mark)
            } else {
                groups.append((place, [mark]))
            }
        }
        for group in groups { draw(group.marks, at: group.place, in: &svg) }
    }

    private func draw(_ marks: [ChartMarks.Mark], at place: Double, in svg: inout SVGDrawing) {
        guard let first = marks.first, let last = marks.last else { return }
        let href = marks.count == 1 ? first.href : nil
        // An outage can begin before the chart.
        let start = max(first.change.at, columns.first?.start ?? first.change.at)
        svg.group(
            "a",
            [
                "class": "histogram__mark", "href": .text(href ?? self.marks.href(start..<max(start, last.change.at))),
                "tabindex": "-1", "aria-hidden": "true",
            ]
        ) { link in
            link.element("title", text: text(marks))
            link.element(
                "line",
                [
                    "class": "histogram__mark-line", "x1": .share(place), "x2": .share(place),
                    "y1": .number(Self.lineTop), "y2": .number(Self.bottom),
                ]
            )
            link.group(
                "svg",
                ["class": "histogram__symbol", "x": .share(place), "y": .number(Self.middle), "width": 1, "height": 1]
            ) { symbol in
                symbol.element("circle", ["class": "histogram__hit", "r": 8])
                if marks.count == 1 {
                    ChangeSymbol.draw(first.change.kind, in: &symbol)
                } else {
                    drawCount(marks.count, in: &symbol)
                }
            }
        }
    }

    private func drawCount(_ count: Int, in symbol: inout SVGDrawing) {
        symbol.element(
            "rect",
            [
                "x": .number(count > 9 ? -10 : -8), "y": -8,
                "width": .number(count > 9 ? 20 : 16), "height": 16, "rx": 8,
            ]
        )
        symbol.element(
            "text",
            ["class": "histogram__mark-count", "x": 0, "y": 4, "text-anchor": "middle"],
            text: String(count)
        )
    }

    /// One line for each.
    private func text(_ marks: [ChartMarks.Mark]) -> String {
        var lines = marks.prefix(Self.texts).map(\.text)
        if marks.count > lines.count { lines.append(clock.texts("changes.others", count: marks.count - lines.count)) }
        return lines.joined(separator: "\n")
    }
}
