/// The frame of every page of a signed-in user.
package struct FrameView: Sendable {
    package private(set) var head: HeadView
    let home: String
    let navigation: [NavigationGroupView]
    /// Only for operators, who can enter more than one tenant.
    var switcher: TenantSwitcherView?
    /// The tenant's name for members; nil for operators.
    package let tenantName: String?
    let find: FindBoxView?
    package let clock: ClockView
    let user: UserMenuView
    package private(set) var notice: NoticeView?

    /// Returns the frame of a page that the browser reloads after some seconds; nil for no reload.
    package func refreshed(after seconds: Int?) -> FrameView {
        var frame = self
        frame.head.refresh = seconds.map { String($0) }
        return frame
    }

    /// Returns the frame with a notice.
    package func saying(_ notice: NoticeView) -> FrameView {
        var frame = self
        frame.notice = notice
        return frame
    }
}

/// The time at which the page was made, and its time zone.
package struct ClockView: Sendable {
    let time: TimeView
    let zone: String
}

struct FindBoxView: Sendable {
    let action: String
    let query: String
}

struct NavigationGroupView: Sendable {
    let heading: String
    let links: [NavigationLinkView]
}

/// The choice of the tenant to go to.
package struct TenantSwitcherView: Sendable {
    let form: FormView
    let options: [OptionView]
}

/// The menu of the signed-in user.
struct UserMenuView: Sendable {
    let name: String
    let email: String
    let role: String
    let initials: String
    /// The path of the user's own second factor.
    let secondFactor: String
    let signOut: FormView
    let themeForm: FormView
    let languageForm: FormView
    let returnTo: String
    let themes: [OptionView]
    let languages: [OptionView]
}

/// The values of the `<head>` of a page.
package struct HeadView: Sendable {
    /// The title of the browser's tab, without the name of the product.
    package let title: String
    /// `light`, `dark`, or `auto` to follow the system.
    package let theme: String
    let stylesheet: String
    let script: String
    /// The seconds after which the browser reloads the page; nil for most pages.
    var refresh: String?
}

package struct NavigationLinkView: Sendable {
    package let label: String
    package let href: String
    package let isCurrent: Bool

    package init(label: String, href: String, isCurrent: Bool) {
        self.label = label
        self.href = href
        self.isCurrent = isCurrent
    }
}
