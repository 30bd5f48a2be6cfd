import ConsoleKit
import Domain
import UseCases

/// The questions before a tenant is suspended or activated.
extension Confirmation {
    init(suspending summary: TenantSummary, _ texts: Texts) {
        let (tenant, name) = (summary.tenant, summary.name)
        let isPossible = tenant.state == .active
        self.init(
            question: texts(isPossible ? "tenants.suspend-question" : "tenants.suspended-already", name),
            sentences: [
                summary.users == 0
                    ? texts("tenants.suspend-effect-no-users")
                    : texts("tenants.suspend-effect", count: summary.users),
                texts("tenants.suspend-reversible"),
            ],
            action: ConsolePaths.tenantSuspension(tenant.slug),
            confirm: texts("tenants.suspend-named", name),
            cancel: ConsolePaths.tenant(tenant.slug),
            isPossible: isPossible,
            breadcrumb: .tenant(tenant, current: texts("tenants.suspend-short"), texts)
        )
    }

    init(activating summary: TenantSummary, _ texts: Texts) {
        let (tenant, name) = (summary.tenant, summary.name)
        let isPossible = tenant.state == .suspended
        self.init(
            question: texts(isPossible ? "tenants.activate-question" : "tenants.active-already", name),
            sentences: [texts("tenants.activate-effect")],
            action: ConsolePaths.tenantActivation(tenant.slug),
            confirm: texts("tenants.activate-named", name),
            cancel: ConsolePaths.tenant(tenant.slug),
            isPossible: isPossible,
            isDangerous: false,
            breadcrumb: .tenant(tenant, current: texts("tenants.activate-short"), texts)
        )
    }
}

extension TenantSummary {
    fileprivate var name: [String: TextArgument] { ["name": .text(VisibleText.escaped(tenant.name))] }
}

extension BreadcrumbView {
    /// The way back to the page of a tenant.
    fileprivate static func tenant(_ tenant: Tenant, current: String, _ texts: Texts) -> BreadcrumbView {
        BreadcrumbView(
            links: [
                LinkView(label: texts("tenants.title"), href: ConsolePaths.tenants),
                LinkView(label: VisibleText.escaped(tenant.name), href: ConsolePaths.tenant(tenant.slug)),
            ],
            current: current
        )
    }
}
