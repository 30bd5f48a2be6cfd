import ConsoleKit

/// Draws numbers over time as one small SVG.
struct Sparkline {
    private static let height = 24.0
    private static let step = 6.0

    let columns: [Int]
    /// Says in words what the drawing shows.
    let name: String

    var drawing: SafeHTML {
        let width = Self.step * Double(max(columns.count, 1))
        let highest = Double(max(columns.max() ?? 0, 1))
        var drawing = SVGDrawing()
        drawing.group(
            "svg",
            [
                "class": "sparkline", "viewBox": .text("0 0 \(Int(width)) \(Int(Self.height))"), "role": "img",
                "aria-label": .text(name),
            ]
        ) { svg in
            for (place, count) in columns.enumerated() {
                let share = Double(count) / highest * (Self.height - 1)
                // One event among thousands is seen.
                let height = count == 0 ? 1 : max(2, share)
                svg.element(
                    "rect",
                    [
                        "class": count == 0 ? "sparkline__none" : "sparkline__some",
                        "x": .number(Double(place) * Self.step), "y": .number(Self.height - height),
                        "width": .number(Self.step - 1), "height": .number(height),
                    ]
                )
            }
        }
        return SafeHTML(drawing)
    }
}
