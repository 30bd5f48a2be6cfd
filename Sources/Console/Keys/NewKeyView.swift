import ConsoleKit
import Domain
import UseCases
import WebCore

/// A new key, shown once.
struct NewKeyView: FramedView {
    static let template = "key-created"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let secrets: [SecretView]
    let example: String
    let exampleTitle: String
    let done: String
}

extension NewKeyView {
    init(_ created: (key: APIKey, text: Credential), _ page: TenantPage) {
        let (key, text) = created
        let texts = page.texts
        let name = VisibleText.escaped(key.name)
        var secrets = [SecretView(text, key.kind, texts)]
        if let dsn = DSNKey(text) { secrets.append(SecretView(dsn: page.address.dsn(dsn, page.tenant), texts)) }
        self.init(
            frame: page.frame(texts("keys.new-title"), at: page.paths.keys),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("keys.title"), href: page.paths.keys)],
                current: name
            ),
            name: name,
            secrets: secrets,
            example: KeyExample.command(
                for: key.kind,
                key: text.text,
                page.address,
                tenant: page.tenant.slug.description
            ),
            exampleTitle: KeyExample.title(for: key.kind, texts),
            done: page.paths.keys
        )
    }
}

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
