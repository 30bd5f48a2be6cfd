import ConsoleKit
import Domain

/// A shape for each kind of change, the same in charts, legends and lists. Shapes differ, not colours alone.
enum ChangeSymbol {
    /// Half the width and the height of a shape around its middle, in CSS pixels.
    static let radius = 7

    /// The path of a shape around the point 0, 0.
    private static func path(_ kind: ChangeKind) -> String {
        switch kind {
        case .release: "M0-6.5 6.5 0 0 6.5-6.5 0Z"
        case .settings: "M-5-5H5V5H-5Z"
        case .appleSettings: "M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z"
        case .key: "M0-6 6.5 5.5H-6.5Z"
        case .role: "M-5.5 0A5.5 5.5 0 1 0 5.5 0 5.5 5.5 0 1 0-5.5 0Z"
        case .appleOutage: "M-3.5-6 0-2.5 3.5-6 6-3.5 2.5 0 6 3.5 3.5 6 0 2.5-3.5 6-6 3.5-2.5 0-6-3.5Z"
        }
    }

    static func draw(_ kind: ChangeKind, in svg: inout SVGDrawing) {
        svg.element("path", ["class": .text("change-symbol__\(kind.rawValue.asKeyPart)"), "d": .text(path(kind))])
    }

    /// The shape in a line of text. It stands beside words that say the same.
    static func inline(_ kind: ChangeKind) -> SafeHTML {
        var drawing = SVGDrawing()
        let box = "\(-radius) \(-radius) \(2 * radius) \(2 * radius)"
        drawing.group("svg", ["class": "change-symbol", "viewBox": .text(box), "aria-hidden": "true"]) { svg in
            draw(kind, in: &svg)
        }
        return SafeHTML(drawing)
    }
}
