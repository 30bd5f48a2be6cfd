import Domain
import Fixtures

@testable import Console
@testable import ConsoleKit
@testable import WebCore

extension Sample {
    static let views: [(String, any ConsoleView)] = [
        ("views", viewList(isEmpty: false)), ("views-empty", viewList(isEmpty: true)),
        (
            "view-form",
            SavedViewEditView(
                frame: frame("Edit view", current: "Events"),
                breadcrumb: crumbs("Saved views", "Keychain failures"),
                heading: "Keychain failures",
                edit: viewForm("/t/acme/views/1"),
                delete: "/t/acme/views/1/deletion"
            )
        ),
    ]

    private static func viewForm(_ action: String) -> SavedViewFormView {
        SavedViewFormView(
            form: form(action),
            errors: formErrors,
            question: "range: 7d · code:keychain.*",
            hidden: [HiddenFieldView(name: "range", value: "7d")],
            name: FieldView("name", "Name", value: "Keychain failures", error: "Use at most 80 characters."),
            sharing: select("shared", "Visible to", ["Only me", "Everyone in the tenant"])
        )
    }

    private static func viewList(isEmpty: Bool) -> SavedViewListView {
        let row = SavedViewRowView(
            name: "Keychain failures",
            href: "/t/acme/events?range=7d",
            question: "range: 7d · code:keychain.*",
            state: BadgeView(.plain, "Shared"),
            changed: clock.exact(now),
            edit: "/t/acme/views/1",
            delete: "/t/acme/views/1/deletion"
        )
        return SavedViewListView(
            frame: frame("Saved views", current: "Events"),
            breadcrumb: crumbs("Events", "Saved views"),
            rows: isEmpty ? [] : [row],
            hasRows: !isEmpty,
            empty: isEmpty ? EmptyView("No saved views", "Search for events first.") : nil,
            create: viewForm("/t/acme/views")
        )
    }
}
