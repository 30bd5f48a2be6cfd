import ConsoleKit
import Domain
import UseCases
import WebCore

/// The questions before a tenant is suspended or activated.
extension Confirmation {
    init(suspending summary: TenantSummary) {
        let tenant = summary.tenant
        let name = VisibleText.escaped(tenant.name)
        self.init(
            question: tenant.state == .active ? "Suspend \(name)?" : "\(name) is already suspended",
            sentences: [
                "All its sessions and keys are rejected from then on: no one can sign in, and no events are accepted. It has \(CountText.of(summary.users, "person", "people")).",
                "Its data is kept, and you can activate it again.",
            ],
            action: ConsolePaths.tenant(tenant.slug) + "/suspension",
            confirm: "Suspend \(name)",
            cancel: ConsolePaths.tenant(tenant.slug),
            isPossible: tenant.state == .active,
            breadcrumb: Self.crumbs(tenant, "Suspend")
        )
    }

    init(activating summary: TenantSummary) {
        let tenant = summary.tenant
        let name = VisibleText.escaped(tenant.name)
        self.init(
            question: tenant.state == .suspended ? "Activate \(name)?" : "\(name) is already active",
            sentences: ["Its keys work again, and so do sessions that have not expired."],
            action: ConsolePaths.tenant(tenant.slug) + "/activation",
            confirm: "Activate \(name)",
            cancel: ConsolePaths.tenant(tenant.slug),
            isPossible: tenant.state == .suspended,
            isDangerous: false,
            breadcrumb: Self.crumbs(tenant, "Activate")
        )
    }

    private static func crumbs(_ tenant: Tenant, _ current: String) -> BreadcrumbView {
        BreadcrumbView(
            links: [
                LinkView(label: "Tenants", href: ConsolePaths.tenants),
                LinkView(label: VisibleText.escaped(tenant.name), href: ConsolePaths.tenant(tenant.slug)),
            ],
            current: current
        )
    }
}
