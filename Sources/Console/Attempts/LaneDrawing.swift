import ConsoleKit
import Domain

/// Draws the sides of an attempt as lanes above each other, over one axis of time, as SVG without a view box: places and
/// widths are shares of the width, heights and letters are pixels, so that letters have the same size at every width.
struct LaneDrawing {
    /// The width for which labels are placed: a drawing that is wider has room to spare.
    enum Room {
        case narrow, wide

        var pixels: Double { self == .narrow ? 270 : 840 }
        /// The share of a broken time.
        var widthOfBreak: Double { self == .narrow ? 0.24 : 0.1 }
    }

    struct Lane {
        let title: String
        let bars: [LaneBar]
    }

    struct Label {
        let anchor: String
        let x: Double
        let text: String
        /// Where its letters are.
        let start: Double
        let end: Double
    }

    /// A bar with the place of its label.
    struct Placed {
        let bar: LaneBar
        let start: Double
        let end: Double
        let label: Label
        /// The line in its lane, counted from 0.
        var line = 0
    }

    /// The usual width of a letter, and the height of the parts, in pixels.
    private static let letter = 6.6
    private static let titleHeight = 24.0
    private static let lineHeight = 38.0
    private static let labelBase = 12.0
    private static let barTop = 17.0
    private static let barHeight = 14.0
    private static let axisHeight = 24.0
    private static let breakHeight = 20.0
    /// Room for what has no end.
    private static let tail = 0.16
    /// The least width of a bar, so that a step without a duration is seen.
    private static let leastPixels = 5.0
    /// Between a bar or its label and the next one in a line.
    private static let gap = 0.01

    private static let quietLabel = ["lanes__label", "lanes__label--quiet"].joined(separator: " ")

    let room: Room
    let lanes: [Lane]
    /// Says in words what is drawn.
    let name: String
    /// What stands for an empty lane.
    let emptyLabel: String
    /// `+1.0 s`
    let tick: (_ milliseconds: Double) -> String
    /// `⋯ 41 s ⋯`
    let breakLabel: (_ milliseconds: Double) -> String

    private var scale: LaneScale {
        let bars = lanes.flatMap(\.bars)
        return LaneScale(
            bars.flatMap { [$0.start, $0.end ?? $0.start] },
            widthOfBreak: room.widthOfBreak,
            end: bars.contains { $0.end == nil } ? 1 - Self.tail : 1
        )
    }

    var drawing: SVGDrawing {
        let scale = scale
        let placed = lanes.map { Self.lines($0.bars.map { place($0, scale) }) }
        let top = scale.breaks.isEmpty ? 0 : Self.breakHeight
        let heights = placed.map { bars in
            Self.titleHeight + Double((bars.map(\.line).max() ?? 0) + 1) * Self.lineHeight
        }
        let bottom = top + heights.reduce(0, +)
        var drawing = SVGDrawing()
        drawing.group(
            "svg",
            [
                "class": "lanes", "width": .share(1), "height": .number(bottom + Self.axisHeight), "role": "group",
                "aria-label": .text(name),
            ]
        ) { svg in
            for stretch in scale.breaks { drawBreak(stretch, down: bottom, in: &svg) }
            drawTicks(scale, down: bottom, in: &svg)
            var y = top
            for (place, lane) in lanes.enumerated() {
                drawTitle(lane, at: y, in: &svg)
                for bar in placed[place] { draw(bar, at: y, scale, in: &svg) }
                y += heights[place]
            }
        }
        return drawing
    }

    // MARK: Places

    private func width(_ text: some StringProtocol) -> Double { Double(text.count) * Self.letter / room.pixels }

    private func place(_ bar: LaneBar, _ scale: LaneScale) -> Placed {
        let least = Self.leastPixels / room.pixels
        // A time at the right edge is drawn inside.
        let start = min(scale.share(of: bar.start), 1 - least)
        let end = max(bar.end.map { scale.share(of: $0) } ?? 1, start + least)
        return Placed(bar: bar, start: start, end: end, label: label(bar.label, from: start, to: end))
    }

    /// The label begins with its bar; where it has no room, it ends with it; where it has none either, it is in the middle.
    private func label(_ text: String, from start: Double, to end: Double) -> Label {
        let most = Int(room.pixels / Self.letter)
        let text = text.count > most ? text.prefix(most - 1) + "…" : text
        let width = width(text)
        if start + width <= 1 { return Label(anchor: "start", x: start, text: text, start: start, end: start + width) }
        if end - width >= 0 { return Label(anchor: "end", x: end, text: text, start: end - width, end: end) }
        return Label(anchor: "middle", x: 0.5, text: text, start: 0, end: 1)
    }

    /// Gives each bar the first line in which neither it nor its label meets another one.
    static func lines(_ bars: [Placed]) -> [Placed] {
        var ends: [Double] = []
        return bars.map { bar in
            var bar = bar
            let (start, end) = (min(bar.start, bar.label.start), max(bar.end, bar.label.end))
            bar.line = ends.firstIndex { $0 + gap <= start } ?? ends.count
            if bar.line == ends.count { ends.append(end) } else { ends[bar.line] = end }
            return bar
        }
    }

    // MARK: Drawing

    private func drawBreak(_ stretch: LaneScale.Stretch, down bottom: Double, in svg: inout SVGDrawing) {
        svg.element(
            "rect",
            [
                "class": "lanes__break", "x": .share(stretch.start), "y": 0,
                "width": .share(stretch.end - stretch.start), "height": .number(bottom),
            ]
        )
        let text = breakLabel(stretch.length)
        // Where there is no room the table of the steps names the pause.
        guard width(text) <= stretch.end - stretch.start else { return }
        // Inside the drawing, also beside an edge.
        let half = width(text) / 2
        let middle = min(max((stretch.start + stretch.end) / 2, half), 1 - half)
        svg.element(
            "text",
            [
                "class": .text(Self.quietLabel), "x": .share(middle), "y": .number(Self.labelBase),
                "text-anchor": "middle",
            ],
            text: text
        )
    }

    private func drawTicks(_ scale: LaneScale, down bottom: Double, in svg: inout SVGDrawing) {
        var latest = -1.0
        var latestText = ""
        for time in scale.ticks(apart: 64 / room.pixels) {
            let place = scale.share(of: time)
            svg.element(
                "line",
                ["class": "lanes__tick", "x1": .share(place), "x2": .share(place), "y1": 0, "y2": .number(bottom + 4)]
            )
            let text = tick(time)
            // Rounded to minutes, two times may have one label.
            guard text != latestText else { continue }
            // At the right edge a label ends with its tick, where it may meet the one before.
            let isAtEdge = place + width(text) > 1
            guard (isAtEdge ? place - width(text) : place) >= latest + Self.gap else { continue }
            latest = isAtEdge ? place : place + width(text)
            latestText = text
            svg.element(
                "text",
                [
                    "class": .text(Self.quietLabel), "x": .share(place), "y": .number(bottom + 18),
                    "text-anchor": isAtEdge ? "end" : "start",
                ],
                text: text
            )
        }
    }

    private func drawTitle(_ lane: Lane, at y: Double, in svg: inout SVGDrawing) {
        svg.element(
            "line",
            ["class": "lanes__line", "x1": .share(0), "x2": .share(1), "y1": .number(y + 0.5), "y2": .number(y + 0.5)]
        )
        svg.element("text", ["class": "lanes__title", "x": .share(0), "y": .number(y + 16)], text: lane.title)
        guard lane.bars.isEmpty else { return }
        svg.element(
            "text",
            ["class": .text(Self.quietLabel), "x": .share(0), "y": .number(y + Self.titleHeight + Self.labelBase)],
            text: emptyLabel
        )
    }

    private func draw(_ placed: Placed, at lane: Double, _ scale: LaneScale, in svg: inout SVGDrawing) {
        let y = lane + Self.titleHeight + Double(placed.line) * Self.lineHeight
        let classes = SVGDrawing.Value.text(placed.bar.classes)
        guard let href = placed.bar.href else {
            return svg.group("g", ["class": classes]) { drawParts(placed, at: y, scale, in: &$0) }
        }
        // The table has the same links for the keyboard and for screen readers.
        svg.group("a", ["class": classes, "href": .text(href), "tabindex": "-1", "aria-hidden": "true"]) { link in
            link.element("title", text: placed.bar.title)
            let start = min(placed.start, placed.label.start)
            link.element(
                "rect",
                [
                    "class": "lanes__hit", "x": .share(start), "y": .number(y),
                    "width": .share(max(placed.end, placed.label.end) - start),
                    "height": .number(Self.barTop + Self.barHeight + 3),
                ]
            )
            drawParts(placed, at: y, scale, in: &link)
        }
    }

    /// The label, and the bar with a gap in each broken time, which a thin line crosses.
    private func drawParts(_ placed: Placed, at y: Double, _ scale: LaneScale, in svg: inout SVGDrawing) {
        svg.element(
            "text",
            [
                "class": "lanes__label", "x": .share(placed.label.x), "y": .number(y + Self.labelBase),
                "text-anchor": .text(placed.label.anchor),
            ],
            text: placed.label.text
        )
        let crossed = scale.breaks.filter { $0.start >= placed.start && $0.end <= placed.end }.map { stretch in
            // The bar is seen on both sides, also where it begins or ends with the broken time.
            let edge = (stretch.end - stretch.start) / 4
            return (start: stretch.start + edge, end: stretch.end - edge)
        }
        let edges = [placed.start] + crossed.flatMap { [$0.start, $0.end] } + [placed.end]
        for place in stride(from: 0, to: edges.count, by: 2) where edges[place + 1] > edges[place] {
            svg.element(
                "rect",
                [
                    "class": "lanes__bar", "x": .share(edges[place]), "y": .number(y + Self.barTop),
                    "width": .share(edges[place + 1] - edges[place]), "height": .number(Self.barHeight), "rx": 3,
                ]
            )
        }
        let middle = y + Self.barTop + Self.barHeight / 2
        for stretch in crossed {
            svg.element(
                "line",
                [
                    "class": "lanes__wait", "x1": .share(stretch.start), "x2": .share(stretch.end),
                    "y1": .number(middle), "y2": .number(middle),
                ]
            )
        }
    }
}

extension LaneBar {
    fileprivate var classes: String {
        let variants = kind.variants + (isJoined ? ["joined"] : [])
        return (["lanes__step"] + variants.map { "lanes__step--\($0)" }).joined(separator: " ")
    }
}

extension LaneBar.Kind {
    fileprivate var variants: [String] {
        switch self {
        case .step(let outcome): [outcome.rawValue]
        case .broken(let outcome): ["broken", outcome.rawValue]
        case .later: ["later"]
        case .gap: ["gap"]
        }
    }
}
