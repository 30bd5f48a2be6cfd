import Domain
import UseCases

/// Draws what stands around the page: only what the visitor may open is offered.
extension Console {
    /// Inside a tenant.
    package func frame(
        _ title: String,
        at current: String,
        query: String = "",
        _ context: TenantContext
    ) async throws -> FrameView {
        let slug = context.tenant.slug
        var groups = navigation.groups(open: context.access).map { heading, entries in
            NavigationGroupView(
                heading: heading,
                links: entries.map { entry in
                    let path = entry.path(slug)
                    return NavigationLinkView(label: entry.label, href: path, isCurrent: path == current)
                }
            )
        }
        if context.visitor.isOperator { groups.append(Self.installation(current)) }
        return FrameView(
            head: head(title, theme: context.browser.theme),
            home: ConsolePaths.start(slug),
            navigation: groups,
            switcher: try await switcher(context, context.visitor, current: slug),
            tenantName: context.visitor.isOperator ? nil : context.tenant.name,
            find: FindBoxView(action: ConsolePaths.find(slug), query: query),
            clock: clock(context),
            person: person(context, context.visitor),
            notice: context.browser.flash?.notice ?? telemetryNotice(isShown: context.access.allows(.readEvents))
        )
    }

    /// On pages of the installation.
    package func frame(_ title: String, at current: String, _ context: ConsoleUserContext) async throws -> FrameView {
        FrameView(
            head: head(title, theme: context.browser.theme),
            home: ConsolePaths.tenants,
            navigation: [Self.installation(current)],
            switcher: try await switcher(context, context.visitor, current: nil),
            tenantName: nil,
            find: nil,
            clock: clock(context),
            person: person(context, context.visitor),
            notice: context.browser.flash?.notice ?? telemetryNotice(isShown: context.visitor.isOperator)
        )
    }

    /// What who looks at events must know, on every page while it lasts.
    private func telemetryNotice(isShown: Bool) -> NoticeView? {
        guard isShown else { return nil }
        switch services.intake.storage.state {
        case .available: return nil
        case .diskFull:
            return NoticeView(
                .warning,
                "New events are not stored: the disk is nearly full. Sign-in and revocation still work."
            )
        case .unavailable:
            return NoticeView(
                .warning,
                "The events database is not available: events are neither stored nor shown. Sign-in and revocation still work."
            )
        }
    }

    private static func installation(_ current: String) -> NavigationGroupView {
        NavigationGroupView(
            heading: "Installation",
            links: [
                NavigationLinkView(
                    label: "Tenants",
                    href: ConsolePaths.tenants,
                    isCurrent: current == ConsolePaths.tenants
                )
            ]
        )
    }

    private func switcher(
        _ context: some ConsoleContext,
        _ visitor: ConsoleUser,
        current: Tenant.Slug?
    ) async throws -> TenantSwitcherView? {
        guard visitor.isOperator else { return nil }
        let tenants = try await services.console.tenants(of: visitor)
        guard !tenants.isEmpty else { return nil }
        return TenantSwitcherView(
            form: form(ConsolePaths.enter, context),
            options: (current == nil ? [OptionView(value: "", label: "Choose a tenant", isSelected: true)] : [])
                + tenants.map { OptionView(value: $0.slug.description, label: $0.name, isSelected: $0.slug == current) }
        )
    }

    private func clock(_ context: some ConsoleContext) -> ClockView {
        let zone = zone(context)
        return ClockView(
            time: TimeView.exact(now, now: now, zone: zone).withText(zone.clock(at: now).minute),
            zone: zone.name
        )
    }

    private func person(_ context: some ConsoleContext, _ visitor: ConsoleUser) -> UserMenuView {
        let name = VisibleText.escaped(visitor.name)
        let themes = [("auto", "System"), ("light", "Light"), ("dark", "Dark")].map {
            OptionView(value: $0.0, label: $0.1, isSelected: $0.0 == context.browser.theme)
        }
        return UserMenuView(
            name: name,
            email: visitor.email,
            role: visitor.roleTitle,
            initials: Initials.of(name),
            secondFactor: ConsolePaths.secondFactor,
            signOut: form(ConsolePaths.signOut, context),
            themeForm: form(ConsolePaths.theme, context),
            returnTo: context.browser.place,
            themes: themes
        )
    }
}

extension ConsoleUser {
    package var email: String {
        switch self {
        case .member(let record): record.user.email?.description ?? ""
        case .operator(let person, _): person.email.description
        }
    }

    package var roleTitle: String {
        switch self {
        case .member(let record): record.role.title
        case .operator: "Operator"
        }
    }
}
