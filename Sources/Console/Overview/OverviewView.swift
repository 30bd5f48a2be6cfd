import ConsoleKit
import Domain
import UseCases

struct OverviewView: FramedView {
    static let template = "overview"

    var frame: FrameView
    let ranges: [RangeView]
    let verdict: VerdictView
    /// What to look at next.
    let open: LinkView?
    /// The verdict and the figures to paste into a chat, as Markdown.
    let summary: String?
    /// In place of the rest, until the app has sent its first event.
    let checklist: ChecklistView?
    let body: OverviewContentView?
}

extension OverviewView {
    init(_ overview: Overview, _ page: TenantPage) {
        let written = OverviewTexts(overview: overview, page: page)
        self.init(
            frame: page.frame(page.texts("overview.title"), at: page.paths.overview),
            ranges: overview.checklist == nil
                ? OverviewPeriod.allCases.map { RangeView($0, current: overview.period, page) } : [],
            verdict: written.verdict,
            open: written.open,
            summary: overview.checklist == nil ? written.summary : nil,
            checklist: overview.checklist.map { ChecklistView($0, page) },
            body: overview.checklist == nil ? OverviewContentView(written) : nil
        )
    }
}

extension RangeView {
    fileprivate init(_ period: OverviewPeriod, current: OverviewPeriod, _ page: TenantPage) {
        let range = period == .standard ? nil : period.rawValue
        self.init(
            label: page.texts(TextKey("events.range.\(period.rawValue)")),
            name: page.texts(TextKey("events.range-name.\(period.rawValue)")),
            href: PageAddress(page.paths.overview, ["range": range]).href,
            isCurrent: period == current
        )
    }
}

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

/// A first step, with its tick.
struct ChecklistStepView: Sendable {
    let state: BadgeView
    let title: String
    let text: String
    /// Where it is done; nil when it is done, or for someone who may not do it.
    let action: LinkView?
}
