import ConsoleKit
import Domain
import Foundation
import UseCases
import WebCore

extension Tenant.State {
    var badge: BadgeView {
        switch self {
        case .active: BadgeView(.success, "Active")
        case .suspended: BadgeView(.rejected, "Suspended")
        }
    }
}

extension TenantListView {
    init(_ page: Page<TenantSummary>, frame: FrameView, _ console: Console, _ context: ConsoleUserContext) {
        self.init(
            frame: frame,
            create: ConsolePaths.newTenant,
            hasRows: !page.items.isEmpty,
            rows: page.items.map { summary in
                TenantRowView(
                    name: VisibleText.escaped(summary.tenant.name),
                    slug: summary.tenant.slug.description,
                    href: ConsolePaths.tenant(summary.tenant.slug),
                    enter: console.form(ConsolePaths.enter, context),
                    users: CountText.grouped(summary.users),
                    state: summary.tenant.state.badge,
                    created: console.clock(for: context).relative(summary.tenant.createdAt)
                )
            },
            empty: page.items.isEmpty ? Self.nothing : nil,
            pager: PagerView(page, at: PageAddress(ConsolePaths.tenants), order: "A to Z")
        )
    }

    private static let nothing = EmptyView(
        "No tenants yet",
        "A tenant is one app or organisation with its own users, keys and events.",
        command: "gatehouse tenant create acme --name Acme",
        link: LinkView(label: "Create a tenant", href: ConsolePaths.newTenant)
    )
}

extension TenantView {
    /// What was typed into one of the page's forms, and what is wrong with it.
    struct Form {
        var name: String?
        var host = ""
        var problems = FormProblems([])
        var errors: FormErrorsView?
    }

    init(_ summary: TenantSummary, form: Form, frame: FrameView, _ console: Console, _ context: ConsoleUserContext) {
        let tenant = summary.tenant
        let path = ConsolePaths.tenant(tenant.slug)
        let name = VisibleText.escaped(tenant.name)
        let people = CountText.of(summary.users, "person", "people")
        self.init(
            frame: frame,
            breadcrumb: BreadcrumbView(links: [LinkView(label: "Tenants", href: ConsolePaths.tenants)], current: name),
            name: name,
            slug: tenant.slug.description,
            state: tenant.state.badge,
            verdict: tenant.state == .active
                ? VerdictView(.success, "\(name) is active,", "with \(people).")
                : VerdictView(
                    .rejected,
                    "\(name) is suspended:",
                    "its sessions and keys are rejected. It has \(people)."
                ),
            facts: [
                FactView("Slug", tenant.slug.description, isCode: true),
                FactView("ID", tenant.id.description, isCode: true),
                FactView("Created", at: console.clock(for: context).relative(tenant.createdAt)),
            ],
            rename: console.form(path + "/name", context),
            errors: form.errors ?? form.problems.summary,
            nameField: FieldView(
                "name",
                "Name",
                value: form.name ?? tenant.name,
                error: form.problems["name"],
                maximumLength: Tenant.nameLengths.upperBound
            ),
            hasHosts: !summary.hosts.isEmpty,
            hosts: summary.hosts.map {
                HostRowView(host: $0.description, remove: console.form("\(path)/hosts/\($0)/removal", context))
            },
            addHost: console.form(path + "/hosts", context),
            hostField: FieldView(
                "host",
                "Domain",
                value: form.host,
                error: form.problems["host"],
                maximumLength: 253,
                isVerbatim: true
            ),
            enter: console.form(ConsolePaths.enter, context),
            suspend: tenant.state == .active ? path + "/suspension" : nil,
            activate: tenant.state == .suspended ? path + "/activation" : nil
        )
    }
}

extension TenantCreatedView {
    init(_ creation: TenantAdministration.Creation, frame: FrameView, _ console: Console, _ context: ConsoleUserContext)
    {
        let name = VisibleText.escaped(creation.tenant.name)
        self.init(
            frame: frame,
            breadcrumb: BreadcrumbView(links: [LinkView(label: "Tenants", href: ConsolePaths.tenants)], current: name),
            name: name,
            slug: creation.tenant.slug.description,
            secrets: [
                SecretView(creation.publishableKey, .publishable), SecretView(creation.ingestKey, .ingest),
                SecretView(creation.secretKey, .secret),
                SecretView(dsn: creation.ingestKey, of: creation.tenant, console.address),
            ],
            example: KeyExample.command(for: .publishable, key: creation.publishableKey.text, console.address),
            enter: console.form(ConsolePaths.enter, context)
        )
    }
}
