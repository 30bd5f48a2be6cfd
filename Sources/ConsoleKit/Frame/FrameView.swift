/// The frame of every page of a signed-in user.
package struct FrameView: Sendable {
    package let head: HeadView
    let home: String
    let navigation: [NavigationGroupView]
    /// For operators, who can enter more than one tenant.
    let switcher: TenantSwitcherView?
    /// The tenant's name for everyone else; nil on pages of the installation.
    package let tenantName: String?
    let find: FindBoxView?
    package let clock: ClockView
    let person: UserMenuView
    package let notice: NoticeView?

    /// The same, with something to say.
    package func saying(_ notice: NoticeView) -> FrameView {
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
