import ConsoleKit

/// Draws numbers over time as one small SVG.
struct Sparkline {
    private static let height = 24
    private static let step = 6

    /// Drawn in the colour of failures.
    let columns: [Int]
    /// Drawn above them, in a pale colour.
    var others: [Int] = []
    /// Says in words what the drawing shows.
    let name: String

    var drawing: SafeHTML {
        var drawing = SVGDrawing()
        drawing.group(
            "svg",
            [
                "class": "sparkline", "viewBox": .text("0 0 \(Self.step * max(columns.count, 1)) \(Self.height)"),
                "role": "img", "aria-label": .text(name),
            ]
        ) { svg in
            for (name, path) in paths where !path.isEmpty {
                svg.element("path", ["class": .text("sparkline__\(name)"), "d": .text(path)])
            }
        }
        return SafeHTML(drawing)
    }

    private var paths: [(String, String)] {
        let totals = columns.indices.map { columns[$0] + other($0) }
        let highest = max(totals.max() ?? 0, 1)
        var (none, some, rest) = ("", "", "")
        for (place, total) in totals.enumerated() {
            guard total > 0 else {
                none += Self.bar(place, from: 0, to: 1)
                continue
            }
            // One event among thousands is seen.
            let bottom = columns[place] == 0 ? 0 : max(2, columns[place] * (Self.height - 1) / highest)
            let top = max(2, bottom, total * (Self.height - 1) / highest)
            if bottom > 0 { some += Self.bar(place, from: 0, to: bottom) }
            if other(place) > 0, top > bottom { rest += Self.bar(place, from: bottom, to: top) }
        }
        return [("none", none), ("others", rest), ("some", some)]
    }

    private func other(_ place: Int) -> Int { others.indices.contains(place) ? others[place] : 0 }

    private static func bar(_ place: Int, from bottom: Int, to top: Int) -> String {
        "M\(place * step) \(height - top)h\(step - 1)v\(top - bottom)h-\(step - 1)z"
    }
}
