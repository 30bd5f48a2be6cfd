import Domain
import StrictJSON

extension Fields {
    /// Reads a member that is an object; nil when it is absent or null.
    package mutating func object(_ name: String) -> JSONObject? {
        switch take(name) {
        case nil, .unreadable?: return nil
        case .object(let members)?: return members
        case .some:
            record(name, .wrongType(expected: .english("an object")))
            return nil
        }
    }
}
