import Mustache

/// Markup that a template may show without escaping it. It can be made from an `SVGDrawing` only.
package struct SafeHTML: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ drawing: SVGDrawing) { description = drawing.markup }
}
