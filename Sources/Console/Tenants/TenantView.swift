import ConsoleKit
import Domain
import UseCases
import WebCore

struct TenantView: FramedView {
    static let template = "tenant"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let name: String
    let slug: String
    let state: BadgeView
    let verdict: VerdictView
    let facts: [FactView]
    let rename: FormView
    let errors: FormErrorsView?
    let nameField: FieldView
    let hasHosts: Bool
    let hosts: [HostRowView]
    let addHost: FormView
    let hostField: FieldView
    let enter: FormView
    let suspend: String?
    let activate: String?
}

extension TenantView {
    /// What the page shows: the tenant, and what was typed in one of the page's forms.
    struct Content {
        let summary: TenantSummary
        /// The name as it was typed.
        var name: String?
        /// The domain as it was typed.
        var host = ""
    }

    init(_ content: Content, _ page: InstallationPage, _ problems: FormProblems = .none) {
        let (tenant, texts) = (content.summary.tenant, page.texts)
        let name = VisibleText.escaped(tenant.name)
        self.init(
            frame: page.frame(name, at: ConsolePaths.tenants),
            breadcrumb: .tenants(current: name, texts),
            name: name,
            slug: tenant.slug.description,
            state: tenant.state.badge(texts),
            verdict: content.summary.verdict(texts),
            facts: [
                FactView(texts("tenants.slug"), tenant.slug.description, isCode: true),
                FactView(texts("tenants.id"), tenant.id.description, isCode: true),
                FactView(texts("tenants.created"), at: page.clock.relative(tenant.createdAt)),
            ],
            rename: page.form(ConsolePaths.tenantName(tenant.slug)),
            errors: problems.summary,
            nameField: FieldView(
                "name",
                texts("tenants.name"),
                value: content.name ?? tenant.name,
                error: problems["name"],
                maximumLength: Tenant.nameLengths.upperBound
            ),
            hasHosts: !content.summary.hosts.isEmpty,
            hosts: content.summary.hosts.map {
                HostRowView(host: $0.description, remove: page.form(ConsolePaths.tenantHostRemoval(tenant.slug, $0)))
            },
            addHost: page.form(ConsolePaths.tenantHosts(tenant.slug)),
            hostField: FieldView(
                "host",
                texts("tenants.domain"),
                value: content.host,
                error: problems["host"],
                maximumLength: HostName.maximumLength,
                isVerbatim: true
            ),
            enter: page.form(ConsolePaths.enter),
            suspend: tenant.state == .active ? ConsolePaths.tenantSuspension(tenant.slug) : nil,
            activate: tenant.state == .suspended ? ConsolePaths.tenantActivation(tenant.slug) : nil
        )
    }
}

extension TenantSummary {
    fileprivate func verdict(_ texts: Texts) -> VerdictView {
        let name: [String: TextArgument] = ["name": .text(VisibleText.escaped(tenant.name))]
        let state = tenant.state.rawValue
        let tone: BadgeView.Tone = tenant.state == .active ? .success : .rejected
        return VerdictView(
            tone,
            texts(TextKey("tenants.verdict.\(state)"), name),
            users == 0
                ? texts(TextKey("tenants.verdict.\(state)-no-users"))
                : texts(TextKey("tenants.verdict.\(state)-users"), count: users)
        )
    }
}

struct HostRowView: Sendable {
    let host: String
    let remove: FormView
}

/// What a new tenant's apps need, shown once.
struct TenantCreatedView: FramedView {
    static let template = "tenant-created"

    var frame: FrameView
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

extension BreadcrumbView {
    /// The way back to the list of tenants.
    static func tenants(current: String, _ texts: Texts) -> BreadcrumbView {
        BreadcrumbView(links: [LinkView(label: texts("tenants.title"), href: ConsolePaths.tenants)], current: current)
    }
}
