import Domain
import StrictJSON

extension EventFields {
    /// Separates the known members of an object from the others; the first of a field counts. `{"user": {"id": 1}}` and
    /// `{"user.id": 1}` are equivalent. A stage that we do not know, and an attempt that is no trace id, are attributes; a
    /// value of another type stays, to be rejected.
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
        guard let (field, rank) = named, self[field] == nil, !value.isNull else { return addRest(name, value) }
        guard case .dimension(let dimension) = field, let text = field.text(value) else {
            return set(field, rank, value)
        }
        switch dimension {
        case _ where text.isEmpty: break
        case .stage where Stage(wire: text) == nil: addRest("auth.stage", .string(text))
        case .attempt where TraceID(text) == nil:
            // Zeros say that there is no trace.
            let whole = EventText.text(value) ?? text
            guard whole.utf8.contains(where: { $0 != UInt8(ascii: "0") && $0 != UInt8(ascii: "-") }) else { break }
            addRest(name, value)
        default: set(field, rank, value)
        }
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
