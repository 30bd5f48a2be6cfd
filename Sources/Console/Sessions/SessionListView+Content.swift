import ConsoleKit
import Domain
import UseCases
import WebCore

extension SessionListView {
    init(
        _ page: Page<SessionSummary>,
        search: SessionSearch,
        roles: RoleTitles,
        frame: FrameView,
        _ console: Console,
        _ context: TenantContext
    ) {
        let slug = context.tenant.slug
        let clock = console.clock(for: context)
        let address = PageAddress(ConsolePaths.sessions(slug), search.parameters)
        let problems = FormProblems(search.problems)
        let labels = search.labels(roles, clock)
        let mayEnd = context.access.allows(.revokeSessions)
        func text(_ name: String, _ label: String, _ value: String?) -> FieldView {
            FieldView(
                name,
                label,
                value: value ?? "",
                error: problems[name],
                maximumLength: SessionFilter.textMaximumLength,
                isRequired: false,
                isVerbatim: true
            )
        }
        func time(_ name: String, _ label: String, _ value: String) -> FieldView {
            FieldView(name, label, kind: .localTime, value: value, error: problems[name], isRequired: false)
        }
        self.init(
            frame: frame,
            action: ConsolePaths.sessions(slug),
            user: FieldView(
                "user",
                "User",
                kind: .search,
                value: search.person,
                error: problems["user"],
                autocomplete: "off",
                maximumLength: UserQuery.searchMaximumLength,
                isRequired: false,
                isVerbatim: true,
                placeholder: "Email, name or ID"
            ),
            state: SelectView("life", "State", any: nil, chosen: search.life) { $0.words },
            kind: SelectView("kind", "Type", any: "Any type", chosen: search.filter.kind) { $0.words },
            role: roles.select(search.filter.role, any: "Any role"),
            appVersion: text("app_version", "App version", search.filter.appVersion),
            deviceModel: text("device_model", "Device model", search.filter.deviceModel),
            osVersion: text("os_version", "OS version", search.filter.osVersion),
            seenAfter: time("seen_after", "Last active after", search.seenAfter),
            seenBefore: time("seen_before", "Last active before", search.seenBefore),
            errors: problems.summary,
            hasMoreFilters: search.hasMore,
            filters: labels.map {
                ActiveFilterView(label: "\($0.term): \($0.text)", removeHref: address.without($0.name).href)
            },
            clear: labels.isEmpty ? nil : ConsolePaths.sessions(slug),
            endMatching: mayEnd && search.problems.isEmpty && !page.items.isEmpty && search.life != .ended
                ? PageAddress(ConsolePaths.sessions(slug) + "/ending", search.parameters).href : nil,
            hasRows: !page.items.isEmpty,
            rows: page.items.map { summary in
                let end = mayEnd && summary.session.isAlive(at: clock.now)
                return SessionRowView(
                    summary,
                    end: end ? console.endForm(summary.session.id, back: address, context) : nil,
                    isCurrent: context.isCurrent(summary.session.id),
                    slug,
                    clock
                )
            },
            empty: page.items.isEmpty
                ? search.problems.isEmpty
                    ? Self.nothing(isFiltered: !labels.isEmpty || search.life != .alive, slug) : .notLookedFor : nil,
            pager: PagerView(page, at: address, order: "most recently active first")
        )
    }

    private static func nothing(isFiltered: Bool, _ slug: Tenant.Slug) -> EmptyView {
        isFiltered
            ? EmptyView(
                "No matching sessions",
                "Enter versions and models in full, as the app sends them.",
                link: LinkView(label: "Show all active sessions", href: ConsolePaths.sessions(slug))
            )
            : EmptyView("No active sessions", "A session appears here for each device on which a user signs in.")
    }
}

extension SessionSearch.Life {
    var words: String {
        switch self {
        case .alive: "Active"
        case .ended: "Ended"
        case .any: "All"
        }
    }
}

extension Console {
    /// Ends one session and comes back to the list as it was.
    fileprivate func endForm(_ id: Session.ID, back: PageAddress, _ context: TenantContext) -> FormView {
        let path = ConsolePaths.session(id, context.tenant.slug) + "/ending"
        return FormView(
            action: PageAddress(path, ["to": back.href]).href,
            token: tokens.token(for: path, holder: context.holder)
        )
    }
}

extension SessionRowView {
    init(_ summary: SessionSummary, end: FormView?, isCurrent: Bool, _ slug: Tenant.Slug, _ clock: PageClock) {
        let session = summary.session
        self.init(
            person: UserCellView(summary, in: slug),
            device: session.device.title,
            detail: session.device.system ?? "",
            app: VisibleText.escaped(session.device.appVersion ?? session.kind.words),
            kind: session.device.appVersion == nil ? nil : session.kind.words.lowercased(),
            address: VisibleText.escaped(session.address ?? "–"),
            created: clock.relative(session.createdAt),
            lastSeen: clock.relative(session.lastSeenAt),
            state: session.badge(at: clock.now),
            end: end,
            isCurrent: isCurrent
        )
    }
}

extension UserCellView {
    init(_ summary: SessionSummary, in tenant: Tenant.Slug) {
        let id = summary.session.user
        let email = summary.userEmail.map { VisibleText.escaped($0.description) }
        let name = summary.userName.map { VisibleText.escaped($0) }
        self.init(
            initials: Initials.of(name ?? email),
            name: name ?? email ?? "No name",
            detail: name == nil ? ShortID.of(id) : email ?? ShortID.of(id),
            href: ConsolePaths.user(id, tenant)
        )
    }
}

extension PreviewRowView {
    init(_ summary: SessionSummary, _ clock: PageClock) {
        let device = summary.session.device
        self.init(
            title: VisibleText.escaped(summary.userName ?? summary.userEmail?.description ?? "No name"),
            detail: [device.title, device.appVersion.map { VisibleText.escaped($0) }].compactMap(\.self).joined(
                separator: " · "
            ),
            note: clock.relative(summary.session.lastSeenAt).text
        )
    }
}
