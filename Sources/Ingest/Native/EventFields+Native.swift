import Domain
import StrictJSON

extension EventFields {
    /// Separates the known members of an object from the others; the first of a field counts. `{"user": {"id": 1}}` and
    /// `{"user.id": 1}` are equivalent.
    init(native object: JSONObject) {
        self.init(.native)
        for (name, value) in object {
            if case .null = value { continue }
            let named = format.field(name)
            if case .object(let inner) = value, named == nil || named?.field == .dimension(.user) {
                for (innerName, innerValue) in inner {
                    let path = "\(name).\(innerName)"
                    take(innerValue, path, format.field(path))
                }
            } else {
                take(value, name, named)
            }
        }
    }

    private mutating func take(_ value: JSONValue, _ name: String, _ named: (field: EventField, rank: Int)?) {
        if let (field, rank) = named, self[field] == nil, !value.isNull, !Self.isOtherAttempt(value, field) {
            set(field, rank, value)
        } else {
            addRest(name, value)
        }
    }

    /// Whether a text names an attempt in another way than by a trace id: it is kept as an attribute.
    private static func isOtherAttempt(_ value: JSONValue, _ field: EventField) -> Bool {
        guard field == .dimension(.attempt), let text = EventText.text(value) else { return false }
        return TraceID(text) == nil && text.utf8.contains { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") }
    }

    /// Reads the text of a dimension; a number counts as its digits, as in `"app_version": 2`.
    func text(of dimension: EventDimension, _ path: String) throws(ItemError) -> String? {
        guard let value = self[.dimension(dimension)] else { return nil }
        guard let text = EventText.text(value) else {
            let name = dimension.definition.wireNames.native.first ?? dimension.name
            throw ItemError(code: "wrong_type", message: "\(path).\(name) must be text.")
        }
        return text.isEmpty ? nil : EventText.clipped(text, dimension.definition.maximumBytes)
    }
}
