import ConsoleKit
import Domain

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
