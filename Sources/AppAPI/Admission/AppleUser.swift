import Domain
import StrictJSON
import WebCore

/// Reads the user that Apple reported to the app: `{"name": {"firstName": …, "lastName": …}}`.
enum AppleUser {
    /// The size of one of the two names. Apple passes them only once, so names that are too long to be stored are
    /// accepted, and cut when they are stored.
    private static let maximumPartLength = 4096

    /// The two names in the usual order, joined; nil when there is none.
    static let name = Inputs { $0.read(names) ?? nil }

    private static let names = Input.members("name", "The user's name.", parts)
    private static let parts = Inputs<String?> { reader in
        let parts = [
            reader.read(part("firstName", "The first name.")), reader.read(part("lastName", "The last name.")),
        ].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private static func part(_ name: String, _ summary: String) -> Input<String?> {
        .optionalText(name, summary, maximum: maximumPartLength, schema: .text(0...User.nameMaximumLength))
    }

    /// Returns nil for an invalid name too: it is only for display.
    static func name(of user: JSONObject) -> String? {
        var fields = Fields(user)
        let name = fields.read(name)
        return fields.problems.isEmpty ? name : nil
    }
}
