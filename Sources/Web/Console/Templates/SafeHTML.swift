import Mustache

/// Markup that a template may show without escaping it. Only a drawing of ours can become one.
struct SafeHTML: Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ drawing: SVGDrawing) {
        description = drawing.markup
    }
}
