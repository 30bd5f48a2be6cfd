import StrictJSON

extension JSONObject {
    /// Serializes the object with its members ordered by name: an SDK that keeps attributes in a table may send them in
    /// another order when it sends them again.
    func canonical() -> [UInt8] { JSONValue.object(self).sorted.serialized() }
}

extension JSONValue {
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object):
            .object(
                JSONObject(
                    object.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map {
                        ($0.name, $0.value.sorted)
                    }
                )
            )
        default: self
        }
    }
}
