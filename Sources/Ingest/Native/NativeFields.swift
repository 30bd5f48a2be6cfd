import Domain
import StrictJSON

/// The members of one JSON object: those with a meaning by their place, and the rest.
struct NativeFields {
    private static let none = [JSONValue?](repeating: nil, count: NativeField.allCases.count)

    private var known = Self.none
    private(set) var rest: [(String, JSONValue)] = []

    /// Separates the known members of an object from the others. `{"user": {"id": 1}}` and `{"user.id": 1}` are
    /// equivalent.
    init(_ object: JSONObject) {
        for (name, value) in object {
            if case .null = value { continue }
            let field = NativeField.named(name)
            if case .object(let inner) = value, field == nil || field == .dimension(.user) {
                for (innerName, innerValue) in inner {
                    let path = "\(name).\(innerName)"
                    take(innerValue, path, NativeField.named(path))
                }
            } else {
                take(value, name, field)
            }
        }
    }

    subscript(field: NativeField) -> JSONValue? {
        get { known[field.place] }
        set { known[field.place] = newValue }
    }

    /// The known values.
    var values: [JSONValue] { known.compactMap(\.self) }

    /// Takes the fields that this object does not have from another.
    mutating func merge(_ other: NativeFields) {
        for place in known.indices where known[place] == nil { known[place] = other.known[place] }
    }

    /// Reads the text of a dimension; a number counts as its digits, as in `"app_version": 2`.
    func text(of dimension: EventDimension, _ path: String) throws(ItemError) -> String? {
        switch self[.dimension(dimension)] {
        case nil: return nil
        case .string(let text)?:
            return text.isEmpty ? nil : EventText.clipped(text, dimension.definition.maximumBytes)
        case .integer(let number)?: return String(number)
        case .number(let number)?: return "\(number)"
        default:
            let name = dimension.definition.wireNames.native.first ?? dimension.name
            throw ItemError(code: "wrong_type", message: "\(path).\(name) must be text.")
        }
    }

    mutating func addRest(_ name: String, _ value: JSONValue) { rest.append((name, value)) }

    private mutating func take(_ value: JSONValue, _ name: String, _ field: NativeField?) {
        if let field, self[field] == nil, !value.isNull { self[field] = value } else { addRest(name, value) }
    }
}
