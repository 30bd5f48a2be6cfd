import Domain
import StrictJSON

/// The raw value of one field.
package enum FieldValue: Sendable {
    case null
    case text(String)
    case integer(Int64)
    case number(Double)
    case truth(Bool)
    case list([FieldValue])
    case object(JSONObject)
    /// The value could not be decoded; the rule says why.
    case unreadable(FieldProblem.Rule)

    /// Whether the value is an empty text.
    var isEmptyText: Bool { if case .text(let text) = self { text.isEmpty } else { false } }
}
