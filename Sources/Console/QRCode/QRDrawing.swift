import ConsoleKit

extension SVGDrawing {
    /// A QR code with the light margin that readers need; black on white whatever the theme is.
    /// - Parameter label: the name of the image, for users who do not see it.
    init(_ code: QRCode, label: String) {
        self.init()
        let margin = 4
        let side = code.size + margin * 2
        group(
            "svg",
            [
                "class": "qr", "viewBox": .text("0 0 \(side) \(side)"), "role": "img",
                "aria-label": .text(label),
                "shape-rendering": "crispEdges",
            ]
        ) { drawing in
            drawing.element(
                "rect",
                ["class": "qr__light", "width": .number(Double(side)), "height": .number(Double(side))]
            )
            drawing.element("path", ["class": "qr__dark", "d": .text(Self.path(of: code, margin: margin))])
        }
    }

    /// A stroke for each run of dark modules in a row.
    private static func path(of code: QRCode, margin: Int) -> String {
        var path = ""
        for y in 0..<code.size {
            var x = 0
            while x < code.size {
                let start = x
                while x < code.size, code.isDark(x, y) { x += 1 }
                if x > start { path += "M\(start + margin) \(y + margin)h\(x - start)v1h-\(x - start)z" }
                x += 1
            }
        }
        return path
    }
}
