import StrictJSON

extension FieldValue {
    init(_ json: JSONValue) {
        self =
            switch json {
            case .null: .null
            case .bool(let truth): .truth(truth)
            case .integer(let number): .integer(number)
            case .number(let number): .number(number)
            case .string(let text): .text(text)
            case .array(let elements): .list(elements.map(FieldValue.init))
            case .object: .object
            }
    }
}

extension Fields {
    /// The members of an object. An object inside is no field; a handler that takes one reads it from the JSON itself.
    public init(_ object: JSONObject) {
        self.init(object.map { ($0.name, FieldValue($0.value)) }, notation: .json)
    }
}
