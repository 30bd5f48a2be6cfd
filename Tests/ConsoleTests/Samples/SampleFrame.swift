import Domain
import Fixtures

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI

/// Pages as they are on an ordinary day, with users in them. Each page comes once with everything on it, so that every
/// field of its view has a value.
enum Sample {
    static let now = Timestamp(rfc3339: "2026-11-21T13:41:07.214Z") ?? Timestamp(milliseconds: 0)
    static let zone = ViewerZone(identifier: "Europe/Berlin") ?? .utc
    static let clock = PageClock(now: now, zone: zone, texts: TestTexts.english)
    static let csrf = "dGhpcyBpcyBhIHNhbXBsZSB0b2tlbg"

    static func ago(_ span: Duration) -> TimeView { clock.relative(now - span) }
    static func form(_ action: String) -> FormView { FormView(action: action, token: csrf) }

    static func head(_ title: String) -> HeadView {
        HeadView(title: title, theme: "auto", stylesheet: "/css/console.css", script: "/js/console.js")
    }

    static func frame(_ title: String, current: String, notice: NoticeView? = nil, isOperator: Bool = true) -> FrameView
    {
        FrameView(
            head: head(title),
            home: "/t/acme/events",
            navigation: navigation(current),
            switcher: isOperator ? switcher : nil,
            tenantName: isOperator ? nil : "CoachMe",
            find: FindBoxView(action: "/t/acme/find", query: ""),
            clock: ClockView(time: clock.relative(now).withText("14:41"), zone: "Europe/Berlin"),
            user: user,
            notice: notice
        )
    }

    private static let switcher = TenantSwitcherView(
        form: form("/entry"),
        options: [
            OptionView(value: "acme", label: "CoachMe", isSelected: true),
            OptionView(value: "globex", label: "Globex", isSelected: false),
        ]
    )

    private static func navigation(_ current: String) -> [NavigationGroupView] {
        func links(_ names: [String]) -> [NavigationLinkView] {
            names.map {
                NavigationLinkView(
                    label: $0,
                    href: "/t/acme/\($0.lowercased())",
                    isCurrent: $0 == current
                )
            }
        }
        return [
            NavigationGroupView(heading: "Monitoring", links: links(["Events"])),
            NavigationGroupView(heading: "People", links: links(["Users", "Sessions", "Roles"])),
            NavigationGroupView(heading: "Gatehouse", links: links(["Audit log", "API keys", "Tenants"])),
        ]
    }

    private static let user = UserMenuView(
        name: "Ada Lovelace",
        email: "ada@example.com",
        role: "Operator",
        initials: "AL",
        secondFactor: "/account/second-factor",
        signOut: form("/sign-out"),
        themeForm: form("/theme"),
        languageForm: form("/language"),
        returnTo: "/t/acme/users",
        themes: [
            OptionView(value: "auto", label: "System", isSelected: true),
            OptionView(value: "light", label: "Light", isSelected: false),
            OptionView(value: "dark", label: "Dark", isSelected: false),
        ],
        languages: [
            OptionView(value: "en", label: "English", isSelected: true),
            OptionView(value: "fr", label: "Français", isSelected: false),
        ]
    )

    static func select(
        _ name: String,
        _ label: String,
        _ options: [String],
        error: String? = nil,
        hint: String? = nil
    ) -> SelectView {
        SelectView(
            name,
            label,
            options: options.enumerated().map { OptionView(value: $1.lowercased(), label: $1, isSelected: $0 == 0) },
            hint: hint,
            error: error
        )
    }

    static let filters = [
        ActiveFilterView(label: "Role: Driver", removeHref: "?state=active"),
        ActiveFilterView(label: "State: active", removeHref: "?role=driver"),
    ]
    static let pager = PagerView(summary: "50 shown, newest first", newer: "?cursor=a", older: "?cursor=b")

    static func crumbs(_ parent: String, _ current: String) -> BreadcrumbView {
        BreadcrumbView(links: [LinkView(label: parent, href: "/t/acme/\(parent.lowercased())")], current: current)
    }

    static let formErrors = FormErrorsView(
        title: "2 fields need attention",
        problems: [
            .init(text: "Email: This is not an email address, like ada@example.com.", fieldID: "field-email"),
            .init(text: "This needs the role Admin.", fieldID: nil),
        ]
    )
}
