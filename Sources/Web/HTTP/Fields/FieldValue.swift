import Domain

/// The raw value of one field.
public enum FieldValue: Sendable {
    case null
    case text(String)
    case integer(Int64)
    case number(Double)
    case truth(Bool)
    case list([FieldValue])
    case object
    /// The value could not be decoded; the rule says why.
    case unreadable(FieldProblem.Rule)

    /// Whether the value is an empty text.
    var isEmptyText: Bool { if case .text(let text) = self { text.isEmpty } else { false } }
}

/// The encoding of values: JSON has types, forms and queries have only text.
enum FieldNotation: Sendable {
    case json
    /// A browser sends every field of a form, so an empty field counts as absent.
    case form
    /// A program omits absent fields, and an accidentally empty filter must not become no filter. So an empty field
    /// counts as present.
    case query

    var isText: Bool { self != .json }
}
