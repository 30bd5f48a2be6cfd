import ConsoleKit
import Domain
import UseCases
import WebCore

/// What a new tenant's apps need, shown once.
struct TenantCreatedView: ConsoleView {
    static let template = "tenant-created"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let slug: String
    let secrets: [SecretView]
    let example: String
    let enter: FormView
}

extension TenantCreatedView {
    init(_ creation: TenantAdministration.Creation, _ page: InstallationPage) {
        let dsn = DSNKey(creation.ingestKey).map {
            SecretView(dsn: page.address.dsn($0, creation.tenant), page.texts)
        }
        let name = VisibleText.escaped(creation.tenant.name)
        self.init(
            frame: page.frame(name, at: ConsolePaths.tenants),
            breadcrumb: .tenants(current: name, page.texts),
            name: name,
            slug: creation.tenant.slug.description,
            secrets: [
                SecretView(creation.publishableKey, .publishable, page.texts),
                SecretView(creation.ingestKey, .ingest, page.texts),
                SecretView(creation.secretKey, .secret, page.texts),
            ] + [dsn].compactMap(\.self),
            example: KeyExample.command(for: .publishable, key: creation.publishableKey.text, page.address),
            enter: page.form(ConsolePaths.enter)
        )
    }
}
