import StrictJSON

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

extension Fields {
    /// Reads the members of an object. The members of nested objects are not fields; `object(_:)` returns them.
    package init(_ object: JSONObject) {
        self.init(object.map { ($0.name, FieldValue($0.value)) }, notation: .json)
    }
}
