import Domain
import StrictJSON

/// Reads the user that Apple reported to the app: `{"name": {"firstName": …, "lastName": …}}`.
enum AppleUser {
    private static let maximumLength = User.nameMaximumLength
    /// The size of one of the two names. Apple passes them only once, so names that are too long to be stored are
    /// accepted, and cut when they are stored.
    private static let maximumPartLength = 4096

    /// Joins the two names in the usual order; nil when there is none.
    /// - Throws: `.invalid` for the member that has the wrong type.
    static func name(_ value: JSONValue?, field: String) throws(DomainError) -> String? {
        guard let user = try object(value, field), let name = try object(user["name"], "\(field).name") else {
            return nil
        }
        let parts = [
            try text(name["firstName"], "\(field).name.firstName", maximum: maximumPartLength),
            try text(name["lastName"], "\(field).name.lastName", maximum: maximumPartLength),
        ].compactMap { $0 }.filter { !$0.isEmpty }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    static func object(_ value: JSONValue?, _ field: String) throws(DomainError) -> JSONObject? {
        guard let value, !value.isNull else { return nil }
        guard let object = value.objectValue else { throw .invalid(field, .wrongType(expected: .english("an object"))) }
        return object
    }

    static func text(_ value: JSONValue?, _ field: String, maximum: Int = maximumLength) throws(DomainError) -> String?
    {
        guard let value, !value.isNull else { return nil }
        guard let text = value.stringValue else { throw .invalid(field, .wrongType(expected: .aText)) }
        guard text.hasScalars(atMost: maximum) else { throw .invalid(field, .tooLong(maximum: maximum)) }
        return text
    }
}
