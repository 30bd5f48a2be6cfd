import Domain
import UseCases
import WebCore

/// Builds what surrounds the content of a page: navigation, tenant switcher, search, clock and account menu.
extension Console {
    /// The frame of a tenant's page, without the tenant switcher. The navigation has only the pages that the user may
    /// open.
    func frame(_ title: String, at current: String, query: String, _ context: TenantContext) -> FrameView {
        let slug = context.tenant.slug
        let texts = texts(context)
        var groups = navigation.groups(open: context.access).map { group, entries in
            NavigationGroupView(
                heading: texts(TextKey("navigation.\(group.rawValue)")),
                links: entries.map { entry in
                    let path = entry.path(slug)
                    return NavigationLinkView(label: texts(entry.label), href: path, isCurrent: path == current)
                }
            )
        }
        if context.consoleUser.isOperator { groups.append(Self.installation(current, texts)) }
        return FrameView(
            head: head(title, theme: context.browser.theme),
            home: TenantPaths(slug).start,
            navigation: groups,
            tenantName: context.consoleUser.isOperator ? nil : context.tenant.name,
            find: FindBoxView(action: TenantPaths(slug).find, query: query),
            clock: clockView(context),
            user: user(context, context.consoleUser),
            notice: notice(context, readsEvents: context.access.allows(.readEvents))
        )
    }

    /// The frame of a page of the installation, without the tenant switcher.
    func frame(_ title: String, at current: String, _ context: ConsoleUserContext) -> FrameView {
        FrameView(
            head: head(title, theme: context.browser.theme),
            home: ConsolePaths.tenants,
            navigation: [Self.installation(current, texts(context))],
            tenantName: nil,
            find: nil,
            clock: clockView(context),
            user: user(context, context.consoleUser),
            notice: notice(context, readsEvents: context.consoleUser.isOperator)
        )
    }

    /// The result of the last form, or else a warning about the events database for users who read events.
    private func notice(_ context: some ConsoleContext, readsEvents: Bool) -> NoticeView? {
        let texts = texts(context)
        if let notice = context.browser.flash?.notice(texts) { return notice }
        guard readsEvents else { return nil }
        switch services.intake.storage.state {
        case .available: return nil
        case .diskFull: return NoticeView(.warning, texts("navigation.telemetry.disk-full"))
        case .unavailable: return NoticeView(.warning, texts("navigation.telemetry.unavailable"))
        }
    }

    private static func installation(_ current: String, _ texts: Texts) -> NavigationGroupView {
        NavigationGroupView(
            heading: texts("navigation.installation"),
            links: [
                NavigationLinkView(
                    label: texts("tenants.title"),
                    href: ConsolePaths.tenants,
                    isCurrent: current == ConsolePaths.tenants
                )
            ]
        )
    }

    /// The tenants that an operator can switch to; nil for a member.
    func switcher(
        _ context: some ConsoleContext,
        _ consoleUser: ConsoleUser,
        current: Tenant.Slug?
    ) async throws -> TenantSwitcherView? {
        guard consoleUser.isOperator else { return nil }
        let tenants = try await services.console.tenants(of: consoleUser)
        guard !tenants.isEmpty else { return nil }
        let choice = OptionView(value: "", label: texts(context)("navigation.choose-tenant"), isSelected: true)
        return TenantSwitcherView(
            form: form(ConsolePaths.enter, context),
            options: (current == nil ? [choice] : [])
                + tenants.map { OptionView(value: $0.slug.description, label: $0.name, isSelected: $0.slug == current) }
        )
    }

    private func clockView(_ context: some ConsoleContext) -> ClockView {
        let clock = clock(for: context)
        return ClockView(time: clock.exact(now).withText(clock.zone.clock(at: now).minute), zone: clock.zone.name)
    }

    private func user(_ context: some ConsoleContext, _ consoleUser: ConsoleUser) -> UserMenuView {
        let texts = texts(context)
        let name = VisibleText.escaped(consoleUser.name)
        return UserMenuView(
            name: name,
            email: consoleUser.email,
            role: consoleUser.role?.title(texts) ?? texts("navigation.operator"),
            initials: Initials.of(name),
            secondFactor: ConsolePaths.secondFactor,
            signOut: form(ConsolePaths.signOut, context),
            themeForm: form(ConsolePaths.theme, context),
            languageForm: form(ConsolePaths.language, context),
            returnTo: context.browser.place,
            themes: ["auto", "light", "dark"].map {
                OptionView(
                    value: $0,
                    label: texts(TextKey("navigation.theme.\($0)")),
                    isSelected: $0 == context.browser.theme
                )
            },
            languages: SupportedLanguage.allCases.map {
                OptionView(
                    value: $0.rawValue,
                    label: texts(TextKey("navigation.language.\($0.rawValue)")),
                    isSelected: $0 == context.browser.language
                )
            }
        )
    }
}

extension ConsoleUser {
    package var email: String {
        switch self {
        case .member(let record): record.user.email?.shown ?? ""
        case .operator(let account, _): account.email.shown
        }
    }

    /// Nil for an operator.
    package var role: Role? {
        guard case .member(let record) = self else { return nil }
        return record.role
    }
}
