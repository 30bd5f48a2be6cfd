import Mustache

/// Markup that a template may show without escaping it. Only a drawing of ours can become one.
package struct SafeHTML: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ drawing: SVGDrawing) {
        description = drawing.markup
    }
}
