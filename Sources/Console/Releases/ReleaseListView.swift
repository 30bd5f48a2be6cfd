import ConsoleKit
import Domain
import UseCases

/// The releases of the app.
struct ReleaseListView: FramedView {
    static let template = "releases"

    var frame: FrameView
    let hasRows: Bool
    let rows: [ReleaseRowView]
    let empty: EmptyView?
    let pager: PagerView
}

extension ReleaseListView {
    init(_ releases: Page<ReleaseSummary>, _ page: TenantPage) {
        let texts = page.texts
        let path = page.paths.releases
        self.init(
            frame: page.frame(texts("releases.title"), at: path),
            hasRows: !releases.items.isEmpty,
            rows: releases.items.map { ReleaseRowView($0, page) },
            empty: releases.items.isEmpty
                ? EmptyView(texts("releases.empty-title"), texts("releases.empty-text")) : nil,
            pager: PagerView(releases, at: PageAddress(path, [:]), order: "common.order.newest-first", texts)
        )
    }
}

struct ReleaseRowView: Sendable {
    let version: String
    /// Its page.
    let href: String
    let firstSeen: TimeView
    /// What small screens show below the version.
    let seenLine: String
    let signIns: String
    let results: String
    let resultsLine: String
    /// Nil without a result.
    let rate: String?
    /// The interval of the rate.
    let interval: String?
    let share: String?
    let shareLine: String?
    let installations: String?
    let runs: String?
}

extension ReleaseRowView {
    init(_ release: ReleaseSummary, _ page: TenantPage) {
        let (texts, written) = (page.texts, ReleaseTexts(page.texts))
        let share = (release.adoption ?? release.share).map(written.percent)
        self.init(
            version: VisibleText.escaped(release.record.version),
            href: page.paths.release(release.record.version),
            firstSeen: page.clock.relative(release.record.firstSeenAt),
            seenLine: texts("releases.row-seen", ["time": .text(page.clock.inSentence(release.record.firstSeenAt))]),
            signIns: written.number(release.signIns),
            results: written.number(release.rate.results),
            resultsLine: texts("releases.row-results", count: release.rate.results),
            rate: release.rate.value.map(written.percent),
            interval: written.interval(of: release.rate),
            share: share,
            shareLine: share.map { texts("releases.row-adoption", ["share": .text($0)]) },
            installations: release.installations.map(written.number),
            runs: release.runTotal > 0
                ? texts(
                    "releases.runs",
                    count: release.runTotal,
                    ["crashed": .number(release.runs[.crashed] ?? 0)]
                ) : nil
        )
    }
}
