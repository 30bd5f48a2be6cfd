import StrictJSON

/// Names the members of `user_metadata` that identify a user: as in OpenID Connect (Core 1.0 §5.1) and the SDKs of
/// apps. A tenant that stores no personal data stores none of them.
public enum PersonalAttributes {
    private static let names: [String] = [
        "name", "full_name", "first_name", "last_name", "given_name", "family_name", "middle_name", "nickname",
        "display_name",
        "preferred_username", "user_name", "username", "email", "phone", "phone_number", "picture", "avatar_url",
        "image", "birthdate",
        "address",
    ]

    /// Returns the personal members that `changes` would store; removing one is allowed.
    public static func stored(by changes: JSONObject) -> [String] {
        changes.filter { !$0.value.isNull && isPersonal($0.name) }.map(\.name)
    }

    /// Spelling is ignored: `fullName`, `Full-Name`.
    private static func isPersonal(_ name: String) -> Bool {
        plainNames.contains(letters(of: name))
    }

    private static let plainNames = Set(names.map(letters))

    private static func letters(of name: String) -> ByteText {
        let bytes = name.lowercasedASCII().utf8.filter {
            $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ")
        }
        return ByteText(String(decoding: bytes, as: UTF8.self))
    }
}

extension UserAttributes {
    /// The attributes without personal data.
    public var impersonal: UserAttributes {
        let personal = Set(PersonalAttributes.stored(by: object).map(ByteText.init(_:)))
        guard !personal.isEmpty else { return self }
        let rest = JSONObject(object.filter { !personal.contains(ByteText($0.name)) }.map { ($0.name, $0.value) })
        return UserAttributes(stored: JSONValue.object(rest).text)
    }
}

extension DomainError {
    /// - Throws: `.invalid` naming each member of `changes` that an anonymous tenant does not store.
    public static func rejectPersonal(_ changes: JSONObject?, in field: String) throws(DomainError) {
        let names = changes.map(PersonalAttributes.stored) ?? []
        guard names.isEmpty else {
            throw .invalid(
                names.map { FieldProblem(field: "\(field).\($0)", rule: .malformed(.english("This app keeps none."))) }
            )
        }
    }
}
