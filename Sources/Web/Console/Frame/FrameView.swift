/// What stands around every page of someone who is signed in.
struct FrameView: Sendable {
    let head: HeadView
    let home: String
    let navigation: [NavigationGroupView]
    /// For operators, who can enter more than one tenant.
    let switcher: TenantSwitcherView?
    /// The tenant's name for everyone else; nil on pages of the installation.
    let tenantName: String?
    let find: FindBoxView?
    let clock: ClockView
    let person: UserMenuView
    let notice: NoticeView?

    /// The same, with something to say.
    func saying(_ notice: NoticeView) -> FrameView {
        FrameView(
            head: head,
            home: home,
            navigation: navigation,
            switcher: switcher,
            tenantName: tenantName,
            find: find,
            clock: clock,
            person: person,
            notice: notice
        )
    }
}

/// What a browser needs before it shows anything.
struct HeadView: Sendable {
    /// What the tab says, without the name of the program.
    let title: String
    /// `light`, `dark`, or `auto` to follow the system.
    let theme: String
    let stylesheet: String
    let script: String
    /// RFC 5646
    var language = "en"
}

struct NavigationGroupView: Sendable {
    let heading: String
    let links: [NavigationLinkView]
}

struct NavigationLinkView: Sendable {
    let label: String
    let href: String
    let isCurrent: Bool
}

struct TenantSwitcherView: Sendable {
    let form: FormView
    let options: [OptionView]
}

struct FindBoxView: Sendable {
    let action: String
    let query: String
}

/// The time and the zone in which the page is written.
struct ClockView: Sendable {
    let time: TimeView
    let zone: String
}

/// Who is signed in, and what they can do about it.
struct UserMenuView: Sendable {
    let name: String
    let email: String
    let role: String
    let initials: String
    /// The person's own second factor.
    let secondFactor: String
    let signOut: FormView
    let themeForm: FormView
    let returnTo: String
    let themes: [OptionView]
}
