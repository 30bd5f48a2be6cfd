import StrictJSON

/// Reads payloads of items.
enum SentryJSON {
    /// Returns the elements of a list of the event payload: `{"values": […]}`, the list itself, or one element alone
    /// (Sentry's developer documentation, *Event Payloads*).
    static func list(_ value: JSONValue?) -> [JSONValue] {
        switch value {
        case .array(let elements)?: elements
        case .object(let object)?:
            switch object["values"] {
            case .array(let elements)?: elements
            case nil: [.object(object)]
            case let element?: element.isNull ? [] : [element]
            }
        default: []
        }
    }

    static func object(
        _ payload: ArraySlice<UInt8>,
        limits: JSONLimits,
        at path: String
    ) throws(ItemError) -> JSONObject {
        let value: JSONValue
        do { value = try JSONValue(parsing: payload, limits: limits) } catch { throw ItemError(error, at: path) }
        guard let object = value.objectValue else {
            throw ItemError(code: "wrong_type", message: "\(path) must be a JSON object.")
        }
        return object
    }
}
