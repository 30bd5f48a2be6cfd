import Domain
import Hummingbird
import UseCases
import WebCore

/// The fields of requests about keys.
enum KeyInputs {
    static let kind: Input<APIKey.Kind?> = .oneOf(
        "kind",
        "`publishable` identifies the tenant in apps, `ingest` can only send events, `secret` acts for the tenant's backend."
    )
    static let name = Input.text(
        "name",
        "Says where the key is used.",
        maximum: APIKey.nameMaximumLength,
        schema: .line(1...APIKey.nameMaximumLength)
    )

    static let draft = Inputs { (kind: $0.read(kind), name: $0.read(name)) }
}
