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

extension FieldValue {
    package init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let truth): .truth(truth)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map(FieldValue.init))
            case .object(let members): .object(members)
            }
    }
}
