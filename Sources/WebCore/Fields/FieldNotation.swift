import Domain

/// The encoding of values: JSON has types, forms and queries have only text.
package enum FieldNotation: Sendable {
    case json
    /// A browser sends every field of a form, so an empty field counts as absent.
    case form
    /// A program omits absent fields, and an accidentally empty filter must not become no filter. So an empty field
    /// counts as present.
    case query

    var isText: Bool { self != .json }
}
