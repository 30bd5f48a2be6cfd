import ConsoleKit
import Domain
import UseCases
import WebCore

/// A text to copy now, because it is never shown again.
struct SecretView: Sendable {
    let id: String
    let label: String
    let value: String
    let hint: String
}

extension SecretView {
    /// The text of a new key.
    init(_ text: Credential, _ kind: APIKey.Kind, _ texts: Texts) {
        self.init(
            id: "secret-\(kind.rawValue)",
            label: texts(TextKey("keys.secret.\(kind.rawValue)")),
            value: text.text,
            hint: texts(TextKey("keys.secret-hint.\(kind.rawValue)"))
        )
    }

    /// The setting of an SDK that uses the Sentry protocol.
    init(dsn: String, _ texts: Texts) {
        self.init(id: "secret-dsn", label: texts("keys.dsn"), value: dsn, hint: texts("keys.dsn-hint"))
    }
}
