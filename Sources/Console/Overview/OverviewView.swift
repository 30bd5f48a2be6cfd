import ConsoleKit
import Domain
import WebCore

struct OverviewView: ConsoleView {
    static let template = "overview"
    static let standard = OverviewPeriod.sixHours

    let frame: FrameView
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
