import ConsoleKit
import Domain
import UseCases

/// The users that match a search.
struct UserListView: FramedView {
    static let template = "users"

    var frame: FrameView
    /// `1,024,551`
    let total: String?
    let create: String?
    let invite: String?
    let action: String
    let query: String
    let role: SelectView
    let provider: SelectView
    let state: SelectView
    let sort: SelectView
    let filters: [ActiveFilterView]
    let clear: String?
    let hasRows: Bool
    let rows: [UserRowView]
    let empty: EmptyView?
    let pager: PagerView
}

extension UserListView {
    init(_ list: UserList, _ page: TenantPage) {
        let (query, texts, paths) = (list.query, page.texts, page.paths)
        let address = Self.address(query, paths)
        let canManage = page.access.allows(.manageUsers)
        self.init(
            frame: page.frame(texts("users.title"), at: paths.users),
            total: list.total.label(texts),
            create: canManage ? paths.newUser : nil,
            invite: canManage ? paths.newInvitation : nil,
            action: paths.users,
            query: VisibleText.escaped(query.search ?? ""),
            role: list.roles.filter(query.role),
            provider: SelectView(
                "provider",
                texts("users.method"),
                any: texts("users.any-method"),
                chosen: query.provider
            ) { $0.label(texts) },
            state: SelectView("state", texts("users.state"), any: texts("users.any-state"), chosen: query.state) {
                $0.label(texts)
            },
            sort: SelectView("sort", texts("users.sort"), any: nil, chosen: query.sort) { $0.label(texts) },
            filters: Self.filters(list, address, texts),
            clear: query.isFiltered ? paths.users : nil,
            hasRows: !list.page.items.isEmpty,
            rows: list.page.items.map { UserRowView($0, roles: list.roles, page) },
            empty: list.page.items.isEmpty ? Self.empty(query, page) : nil,
            pager: PagerView(list.page, at: address, order: query.sort.order, texts)
        )
    }

    private static func address(_ query: UserQuery, _ paths: TenantPaths) -> PageAddress {
        PageAddress(
            paths.users,
            [
                "q": query.search, "role": query.role?.description, "provider": query.provider?.rawValue,
                "state": query.state?.rawValue,
                "sort": query.sort == .created ? nil : query.sort.rawValue,
            ]
        )
    }

    private static func filters(_ list: UserList, _ address: PageAddress, _ texts: Texts) -> [ActiveFilterView] {
        let query = list.query
        func filter(_ label: TextKey, _ value: String?) -> String? {
            value.map { texts("common.filter", ["label": .text(texts(label)), "value": .text($0)]) }
        }
        let active: [(name: String, label: String?)] = [
            ("q", query.search.map { texts("common.quoted", ["text": .text(VisibleText.escaped($0))]) }),
            ("role", filter("users.role", query.role.map { list.roles[$0] })),
            ("provider", filter("users.method", query.provider?.label(texts))),
            ("state", filter("users.state", query.state?.label(texts))),
        ]
        return active.compactMap { name, label in
            label.map { ActiveFilterView(label: $0, removeHref: address.without(name).href) }
        }
    }

    private static func empty(_ query: UserQuery, _ page: TenantPage) -> EmptyView {
        let (texts, paths) = (page.texts, page.paths)
        guard !query.isFiltered else {
            return EmptyView(
                texts("users.none-matching"),
                texts("users.none-matching-text"),
                link: LinkView(label: texts("users.show-all"), href: paths.users)
            )
        }
        return EmptyView(
            texts("users.none"),
            texts("users.none-text"),
            command: KeyExample.command(for: .publishable, key: "$PUBLISHABLE_KEY", page.address),
            link: page.access.allows(.manageUsers)
                ? LinkView(label: texts("users.invite"), href: paths.newInvitation) : nil
        )
    }
}

/// One page of the users that match a query.
struct UserList: Sendable {
    let page: Page<UserSummary>
    let query: UserQuery
    let total: UserCount
    let roles: RoleTitles
}

struct UserRowView: Sendable {
    let user: UserCellView
    let role: String
    let providers: String
    let state: BadgeView
    let sessions: String
    let lastSeen: TimeView?
    let created: TimeView
}

extension UserRowView {
    init(_ summary: UserSummary, roles: RoleTitles, _ page: TenantPage) {
        let user = summary.user
        let providers = summary.providers.map { $0.label(page.texts) }
        self.init(
            user: UserCellView(user, page),
            role: roles[user.role],
            providers: providers.isEmpty ? "–" : providers.joined(separator: ", "),
            state: user.state.badge(page.texts),
            sessions: NumberText.grouped(summary.liveSessions, in: page.texts.language),
            lastSeen: user.lastSeenAt.map(page.clock.relative),
            created: page.clock.relative(user.createdAt)
        )
    }
}

struct UserEventRowView: Sendable {
    let time: TimeView
    let title: String
    let detail: String
    let href: String
    let attempt: String?
    let outcome: BadgeView
}

extension UserEventRowView {
    init(_ event: StoredEvent, _ page: TenantPage) {
        self.init(
            time: page.clock.relative(event.content.occurredAt),
            title: event.title(page.texts),
            detail: [event.detail(page.texts), event.claim(page.texts)?.word].compactMap(\.self)
                .joined(separator: " · "),
            href: page.paths.event(event.reference),
            attempt: event.content.attempt.map(page.paths.attempt),
            outcome: event.content.outcome.badge(page.texts)
        )
    }
}

extension UserQuery {
    var isFiltered: Bool { search != nil || role != nil || provider != nil || state != nil }
}

extension UserCellView {
    init(_ user: User, _ page: TenantPage) {
        let title = user.title(page.texts)
        self.init(initials: Initials.of(title), name: title, detail: user.subtitle, href: page.paths.user(user.id))
    }
}
