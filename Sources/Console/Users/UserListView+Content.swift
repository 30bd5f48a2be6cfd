import ConsoleKit
import Domain
import UseCases
import WebCore

extension UserListView {
    init(
        _ page: Page<UserSummary>,
        query: UserQuery,
        total: UserCount,
        roles: RoleTitles,
        frame: FrameView,
        _ console: Console,
        _ context: TenantContext
    ) {
        let slug = context.tenant.slug
        let address = Self.address(query, slug)
        let mayManage = context.access.allows(.manageUsers)
        self.init(
            frame: frame,
            total: total.words,
            create: mayManage ? ConsolePaths.newUser(slug) : nil,
            invite: mayManage ? ConsolePaths.newInvitation(slug) : nil,
            action: ConsolePaths.users(slug),
            query: VisibleText.escaped(query.search ?? ""),
            role: roles.select(query.role, any: "Any role"),
            provider: SelectView("provider", "Sign-in method", any: "Any method", chosen: query.provider) { $0.words },
            state: SelectView("state", "State", any: "Any state", chosen: query.state) { $0.words },
            sort: SelectView("sort", "Sort by", any: nil, chosen: query.sort) { $0.words },
            filters: Self.filters(query, roles, address),
            clear: query.isFiltered ? ConsolePaths.users(slug) : nil,
            hasRows: !page.items.isEmpty,
            rows: page.items.map { UserRowView($0, roles: roles, console, context) },
            empty: page.items.isEmpty ? Self.nothing(query, mayManage: mayManage, slug, console.address) : nil,
            pager: PagerView(page, at: address, order: query.sort.order)
        )
    }

    static func address(_ query: UserQuery, _ slug: Tenant.Slug) -> PageAddress {
        PageAddress(
            ConsolePaths.users(slug),
            [
                "q": query.search, "role": query.role?.description, "provider": query.provider?.rawValue,
                "state": query.state?.rawValue,
                "sort": query.sort == .created ? nil : query.sort.rawValue,
            ]
        )
    }

    private static func filters(_ query: UserQuery, _ roles: RoleTitles, _ address: PageAddress) -> [ActiveFilterView] {
        let active: [(name: String, label: String?)] = [
            ("q", query.search.map { "“\(VisibleText.escaped($0))”" }),
            ("role", query.role.map { "Role: \(roles[$0])" }),
            ("provider", query.provider.map { "Sign-in method: \($0.words)" }),
            ("state", query.state.map { "State: \($0.words)" }),
        ]
        return active.compactMap { name, label in
            label.map { ActiveFilterView(label: $0, removeHref: address.without(name).href) }
        }
    }

    private static func nothing(
        _ query: UserQuery,
        mayManage: Bool,
        _ slug: Tenant.Slug,
        _ address: PublicAddress
    ) -> EmptyView {
        guard !query.isFiltered else {
            return EmptyView(
                "No matching users",
                "The search compares the beginning of email addresses, of words in names, and of IDs. Remove a filter or shorten the search.",
                link: LinkView(label: "Show all users", href: ConsolePaths.users(slug))
            )
        }
        return EmptyView(
            "No users yet",
            "People appear here when they sign up in your app or when you invite them.",
            command: KeyExample.command(for: .publishable, key: "$PUBLISHABLE_KEY", address),
            link: mayManage ? LinkView(label: "Invite someone", href: ConsolePaths.newInvitation(slug)) : nil
        )
    }
}

extension UserQuery {
    var isFiltered: Bool { search != nil || role != nil || provider != nil || state != nil }
}

extension UserRowView {
    init(_ summary: UserSummary, roles: RoleTitles, _ console: Console, _ context: TenantContext) {
        let user = summary.user
        self.init(
            person: UserCellView(user, in: context.tenant.slug),
            role: roles[user.role],
            providers: summary.providers.isEmpty ? "–" : summary.providers.map(\.words).joined(separator: ", "),
            state: user.state.badge,
            sessions: CountText.grouped(summary.liveSessions),
            lastSeen: user.lastSeenAt.map { console.clock(for: context).relative($0) },
            created: console.clock(for: context).relative(user.createdAt)
        )
    }
}

extension UserCellView {
    init(_ user: User, in tenant: Tenant.Slug) {
        self.init(
            initials: Initials.of(user.title),
            name: user.title,
            detail: user.subtitle,
            href: ConsolePaths.user(user.id, tenant)
        )
    }
}
