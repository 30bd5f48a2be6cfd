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
