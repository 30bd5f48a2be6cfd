import ConsoleKit
import Domain
import UseCases

/// The sessions of a tenant.
struct SessionListView: FramedView {
    static let template = "sessions"

    var frame: FrameView
    let action: String
    let user: FieldView
    let state: SelectView
    let kind: SelectView
    let role: SelectView
    let appVersion: FieldView
    let deviceModel: FieldView
    let osVersion: FieldView
    let seenAfter: FieldView
    let seenBefore: FieldView
    let errors: FormErrorsView?
    let hasMoreFilters: Bool
    let filters: [ActiveFilterView]
    let clear: String?
    /// The page that says how many would end.
    let endMatching: String?
    let hasRows: Bool
    let rows: [SessionRowView]
    let empty: EmptyView?
    let pager: PagerView
}

extension SessionListView {
    init(_ list: SessionList, _ page: TenantPage) {
        let (search, texts, paths) = (list.search, page.texts, page.paths)
        let address = PageAddress(paths.sessions, search.parameters)
        let fields = SessionFilterFields(search, texts)
        let labels = search.labels(list.roles, page)
        let hasRows = !list.page.items.isEmpty
        let canEnd = page.access.allows(.revokeSessions)
        self.init(
            frame: page.frame(texts("sessions.title"), at: paths.sessions),
            action: paths.sessions,
            user: fields.user,
            state: SelectView("life", texts("sessions.state"), any: nil, chosen: search.life) { $0.label(texts) },
            kind: SelectView(
                "kind",
                texts("sessions.kind"),
                any: texts("sessions.kind.any"),
                chosen: search.filter.kind
            ) { $0.label(texts) },
            role: list.roles.filter(search.filter.role),
            appVersion: fields.text("app_version", "sessions.app-version", search.filter.appVersion),
            deviceModel: fields.text("device_model", "sessions.device-model", search.filter.deviceModel),
            osVersion: fields.text("os_version", "sessions.os-version", search.filter.osVersion),
            seenAfter: fields.time("seen_after", "sessions.seen-after", search.seenAfter),
            seenBefore: fields.time("seen_before", "sessions.seen-before", search.seenBefore),
            errors: fields.problems.summary,
            hasMoreFilters: search.hasMore,
            filters: labels.map { label in
                let text = texts("common.filter", ["label": .text(label.term), "value": .text(label.text)])
                return ActiveFilterView(label: text, removeHref: address.without(label.name).href)
            },
            clear: labels.isEmpty ? nil : paths.sessions,
            endMatching: canEnd && search.problems.isEmpty && hasRows && search.life != .ended
                ? PageAddress(paths.sessionsEnding, search.parameters).href : nil,
            hasRows: hasRows,
            rows: list.page.items.map { SessionRowView($0, backTo: address, page) },
            empty: hasRows ? nil : Self.empty(search, isFiltered: !labels.isEmpty || search.life != .alive, page),
            pager: PagerView(list.page, at: address, order: "common.order.last-active-first", texts)
        )
    }

    private static func empty(_ search: SessionSearch, isFiltered: Bool, _ page: TenantPage) -> EmptyView {
        let texts = page.texts
        guard search.problems.isEmpty else { return .noSearch(texts) }
        guard isFiltered else { return EmptyView(texts("sessions.none"), texts("sessions.none-text")) }
        return EmptyView(
            texts("sessions.none-matching"),
            texts("sessions.none-matching-text"),
            link: LinkView(label: texts("sessions.show-active"), href: page.paths.sessions)
        )
    }
}

/// The text fields of the filter.
private struct SessionFilterFields {
    let search: SessionSearch
    let problems: FormProblems
    let texts: Texts

    init(_ search: SessionSearch, _ texts: Texts) {
        self.search = search
        self.texts = texts
        problems = FormProblems(search.problems, texts)
    }

    var user: FieldView {
        FieldView(
            "user",
            texts("sessions.user"),
            kind: .search,
            value: search.user,
            error: problems["user"],
            autocomplete: "off",
            maximumLength: UserQuery.searchMaximumLength,
            isRequired: false,
            isVerbatim: true,
            placeholder: texts("sessions.user-example")
        )
    }

    func text(_ name: String, _ label: TextKey, _ value: String?) -> FieldView {
        FieldView(
            name,
            texts(label),
            value: value ?? "",
            error: problems[name],
            maximumLength: SessionFilter.textMaximumLength,
            isRequired: false,
            isVerbatim: true
        )
    }

    func time(_ name: String, _ label: TextKey, _ value: String) -> FieldView {
        FieldView(name, texts(label), kind: .localTime, value: value, error: problems[name], isRequired: false)
    }
}

struct SessionRowView: Sendable {
    let user: UserCellView
    let device: String
    let detail: String
    /// Its version, or what was opened when that is not known.
    let app: String
    /// With a version: `app`.
    let kind: String?
    let address: String
    let created: TimeView
    let lastSeen: TimeView
    let state: BadgeView
    let end: FormView?
    let isCurrent: Bool
}

extension SessionRowView {
    /// - Parameter list: the address of the list, to come back to.
    init(_ summary: SessionSummary, backTo list: PageAddress, _ page: TenantPage) {
        let (session, texts) = (summary.session, page.texts)
        let canEnd = page.access.allows(.revokeSessions) && session.isAlive(at: page.clock.now)
        self.init(
            user: UserCellView(summary, page),
            device: session.device.title(texts),
            detail: session.device.system ?? "",
            app: VisibleText.escaped(session.device.appVersion ?? session.kind.label(texts)),
            kind: session.device.appVersion == nil ? nil : session.kind.detail(texts),
            address: VisibleText.escaped(session.address ?? "–"),
            created: page.clock.relative(session.createdAt),
            lastSeen: page.clock.relative(session.lastSeenAt),
            state: session.badge(at: page.clock.now, texts),
            end: canEnd ? Self.ending(session.id, backTo: list, page) : nil,
            isCurrent: page.access.principal.session == session.id
        )
    }

    /// The form that ends one session and leads back to the list. Its token is for the path alone.
    private static func ending(_ id: Session.ID, backTo list: PageAddress, _ page: TenantPage) -> FormView {
        let path = page.paths.sessionEnding(id)
        return FormView(action: PageAddress(path, ["to": list.href]).href, token: page.form(path).token)
    }
}

/// One page of the sessions that match a search.
struct SessionList: Sendable {
    let page: Page<SessionSummary>
    let search: SessionSearch
    let roles: RoleTitles
}

extension SessionSummary {
    /// The name of the user, else the email address.
    fileprivate func userTitle(_ texts: Texts) -> String {
        (userName ?? userEmail?.shown).map { VisibleText.escaped($0) } ?? texts("common.no-name")
    }
}

extension UserCellView {
    init(_ summary: SessionSummary, _ page: TenantPage) {
        let id = summary.session.user
        let email = summary.userEmail.map { VisibleText.escaped($0.shown) }
        let name = summary.userName.map { VisibleText.escaped($0) }
        self.init(
            initials: Initials.of(name ?? email),
            name: summary.userTitle(page.texts),
            detail: name == nil ? ShortID.of(id) : email ?? ShortID.of(id),
            href: page.paths.user(id)
        )
    }
}

extension PreviewRowView {
    init(_ summary: SessionSummary, _ page: TenantPage) {
        let device = summary.session.device
        let parts = [device.title(page.texts), device.appVersion.map { VisibleText.escaped($0) }].compactMap(\.self)
        self.init(
            title: summary.userTitle(page.texts),
            detail: parts.joined(separator: " · "),
            note: page.clock.relative(summary.session.lastSeenAt).text
        )
    }
}
