import StrictJSON

/// The members of `user_metadata` that say who someone is: the names by which OpenID Connect (Core 1.0 §5.1) and the
/// SDKs of apps know them. A tenant that keeps nothing personal keeps none of them.
public enum PersonalAttributes {
    private static let names: [String] = [
        "name", "full_name", "first_name", "last_name", "given_name", "family_name", "middle_name", "nickname",
        "display_name",
        "preferred_username", "user_name", "username", "email", "phone", "phone_number", "picture", "avatar_url",
        "image", "birthdate",
        "address",
    ]

    /// Those that `changes` would store; taking one away is no matter.
    public static func stored(by changes: JSONObject) -> [String] {
        changes.filter { !$0.value.isNull && isPersonal($0.name) }.map(\.name)
    }

    /// However an app writes them: `fullName`, `Full-Name`.
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
    /// Without what says who someone is.
    public var impersonal: UserAttributes {
        let personal = Set(PersonalAttributes.stored(by: object).map(ByteText.init(_:)))
        guard !personal.isEmpty else { return self }
        let rest = JSONObject(object.filter { !personal.contains(ByteText($0.name)) }.map { ($0.name, $0.value) })
        return UserAttributes(stored: JSONValue.object(rest).text)
    }
}

extension DomainError {
    /// - Throws: `.invalid` naming each member of `changes` that an anonymous tenant does not keep.
    public static func refusePersonal(_ changes: JSONObject?, in field: String) throws(DomainError) {
        let names = changes.map(PersonalAttributes.stored) ?? []
        guard names.isEmpty else {
            throw .invalid(
                names.map { FieldProblem(field: "\(field).\($0)", rule: .malformed("This app keeps none.")) }
            )
        }
    }
}
