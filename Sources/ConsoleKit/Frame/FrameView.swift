/// The frame of every page of a signed-in user.
package struct FrameView: Sendable {
    package private(set) var head: HeadView
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

    /// The frame of a page that is loaded again after some seconds.
    package func refreshed(after seconds: Int?) -> FrameView {
        var frame = self
        frame.head.refresh = seconds.map { String($0) }
        return frame
    }

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
