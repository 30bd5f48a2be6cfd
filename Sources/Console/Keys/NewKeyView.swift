import ConsoleKit
import Domain
import UseCases
import WebCore

/// A new key, shown once.
struct NewKeyView: ConsoleView {
    static let template = "key-created"

    let frame: FrameView
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
