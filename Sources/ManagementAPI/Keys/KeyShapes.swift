import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == APIKey {
    static let key = ResponseSchema(
        "Key",
        "A key of the tenant, without its value.",
        [
            .init("id", .uuid) { .init($0.id) },
            .init("kind", .oneOf(APIKey.Kind.self)) { .string($0.kind.rawValue) },
            .init("name", Schema.text.example("iOS app")) { .string($0.name) },
            .init("hint", Schema.text.example("gh_sk_…x7Qa")) { .string($0.hint) },
            .init("created_at", .dateTime) { .init($0.createdAt) },
            .init("last_used_at", Schema.dateTime.nullable) { .init($0.lastUsedAt) },
            .init("revoked_at", Schema.dateTime.nullable) { .init($0.revokedAt) },
        ]
    )
}

extension Schema {
    static let dsnKey = Schema(["type": "string", "pattern": "^[0-9a-f]{32}$"])
        .example("5d41402abc4b2a76b9719d911017c592")
        .with(
            "description",
            "The key in the DSN of an ingest key: `https://<dsn_key>@<host>/<number of the tenant>`. Null for other keys."
        )
}

extension ResponseSchema where Value == NewKey {
    static let newKey = ResponseSchema(
        "NewKey",
        "A new key. Its value is not shown again.",
        ResponseSchema<APIKey>.key.members(of: \.key) + [
            .init("text", .text) { .string($0.text.text) },
            .init("dsn_key", Schema.dsnKey.nullable) { .init(DSNKey($0.text)?.text) },
        ]
    )
}

/// A new key with its secret, which is shown only once.
struct NewKey: Sendable {
    let key: APIKey
    let text: Credential
}
