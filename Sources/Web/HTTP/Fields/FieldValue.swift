import Domain

/// What came for one field, before it is read as anything.
public enum FieldValue: Sendable {
    case null
    case text(String)
    case integer(Int64)
    case number(Double)
    case truth(Bool)
    case list([FieldValue])
    case object
    /// It could not be decoded; the rule says why.
    case unreadable(FieldProblem.Rule)

    /// It is a text without a character.
    var isEmptyText: Bool { if case .text(let text) = self { text.isEmpty } else { false } }
}

/// How values come: JSON has types, forms and queries have only text.
enum FieldNotation: Sendable {
    case json
    /// A browser sends every field of a form, so an empty one is one that was left out.
    case form
    /// A program leaves out what it does not mean. A filter that came out empty by a slip must not become no filter.
    case query

    var isText: Bool { self != .json }
}
