import ConsoleKit
import Domain
import UseCases
import WebCore

/// The first steps of a new tenant.
struct ChecklistView: Sendable {
    let steps: [ChecklistStepView]
    /// Sends the first event.
    let command: String
}

extension ChecklistView {
    init(_ checklist: OverviewChecklist, _ page: TenantPage) {
        let (texts, paths, access) = (page.texts, page.paths, page.access)
        func step(_ name: String, _ isDone: Bool, _ href: String?) -> ChecklistStepView {
            ChecklistStepView(
                state: BadgeView(
                    isDone ? .success : .plain,
                    texts(isDone ? "overview.step-done" : "overview.step-open")
                ),
                title: texts(TextKey("overview.step.\(name)")),
                text: texts(TextKey("overview.step-text.\(name)")),
                action: isDone
                    ? nil : href.map { LinkView(label: texts(TextKey("overview.step-link.\(name)")), href: $0) }
            )
        }
        self.init(
            steps: [
                step("event", false, access.allows(.readKeys) ? paths.keys : nil),
                step("user", checklist.hasUser, access.allows(.manageUsers) ? paths.newUser : nil),
                step("apple", checklist.isAppleConnected, access.allows(.readSettings) ? paths.settings : nil),
            ],
            command: KeyExample.command(for: .ingest, key: "$INGEST_KEY", page.address)
        )
    }
}
