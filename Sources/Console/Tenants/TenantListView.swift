import ConsoleKit
import Domain
import UseCases

/// All tenants of the installation by slug, for operators.
struct TenantListView: FramedView {
    static let template = "tenants-by-slug"

    static let order = "slug"
    static let address = PageAddress(ConsolePaths.tenants, ["order": order])

    var frame: FrameView
    let create: String
    let hasRows: Bool
    let rows: [TenantRowView]
    let empty: EmptyView?
    let pager: PagerView
}

extension TenantListView {
    init(_ tenants: Page<TenantSummary>, _ page: InstallationPage) {
        let texts = page.texts
        self.init(
            frame: page.frame(texts("tenants.title"), at: ConsolePaths.tenants),
            create: ConsolePaths.newTenant,
            hasRows: !tenants.items.isEmpty,
            rows: tenants.items.map { TenantRowView($0, page) },
            empty: tenants.items.isEmpty ? EmptyView.noTenants(texts) : nil,
            pager: PagerView(tenants, at: Self.address, order: "common.order.a-to-z", texts)
        )
    }
}

extension EmptyView {
    static func noTenants(_ texts: Texts) -> EmptyView {
        EmptyView(
            texts("tenants.empty"),
            texts("tenants.empty-text"),
            command: "gatehouse tenant create acme --name Acme",
            link: LinkView(label: texts("tenants.create"), href: ConsolePaths.newTenant)
        )
    }
}

struct TenantRowView: Sendable {
    let name: String
    let slug: String
    let href: String
    let enter: FormView
    let users: String
    let state: BadgeView
    let created: TimeView
}

extension TenantRowView {
    fileprivate init(_ summary: TenantSummary, _ page: InstallationPage) {
        let tenant = summary.tenant
        self.init(
            name: VisibleText.escaped(tenant.name),
            slug: tenant.slug.description,
            href: ConsolePaths.tenant(tenant.slug),
            enter: page.form(ConsolePaths.enter),
            users: NumberText.grouped(summary.users, in: page.texts.language),
            state: tenant.state.badge(page.texts),
            created: page.clock.relative(tenant.createdAt)
        )
    }
}

extension Tenant.State {
    func badge(_ texts: Texts) -> BadgeView {
        let tone: BadgeView.Tone =
            switch self {
            case .active: .success
            case .suspended: .rejected
            }
        return BadgeView(tone, texts(TextKey("tenants.state.\(rawValue)")))
    }
}
