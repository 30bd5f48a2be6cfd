import ConsoleKit
import WebCore

/// One release beside the one before.
struct ReleaseView: ConsoleView {
    static let template = "release"
    /// The codes, builds and systems that each list shows.
    static let shown = 50

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let title: String
    let events: String
    let failures: String
    let attempts: String
    let verdict: VerdictView
    /// The first hours that are compared.
    let compared: String
    let hasRates: Bool
    let rates: [ReleaseRateView]
    /// A warning that there are few results.
    let few: String?
    let newCodes: ReleaseCodesView
    let goneCodes: ReleaseCodesView
    let builds: ReleasePartsView
    let systems: ReleasePartsView
    let facts: [FactView]
    /// Why numbers of people are lower bounds.
    let peopleNote: String?
    let hasRuns: Bool
    let runs: [ReleaseRunsView]
}
