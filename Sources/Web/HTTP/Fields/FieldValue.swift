import Domain

/// What came for one field, before it is read as anything.
public enum FieldValue: Sendable, Hashable {
    case null
    case text(String)
    case integer(Int64)
    case number(Double)
    case truth(Bool)
    case list([FieldValue])
    case object
    /// It could not be decoded; the rule says why.
    case unreadable(FieldProblem.Rule)
}

/// How values come: JSON has types, a form has only text.
enum FieldNotation: Sendable {
    case json, form
}
