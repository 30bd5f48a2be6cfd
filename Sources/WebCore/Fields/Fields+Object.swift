import Domain
import StrictJSON

extension Fields {
    /// Reads a member that is an object; nil when it is absent or null. Its members are read from the JSON itself.
    package mutating func object(_ name: String, in object: JSONObject) -> JSONObject? {
        guard let value = take(name) else { return nil }
        if case .unreadable = value { return nil }
        guard let members = object[name]?.objectValue else {
            record(name, .wrongType(expected: "an object"))
            return nil
        }
        return members
    }
}
