import ConsoleKit
import Domain
import UseCases

/// Where operators begin: one row for each tenant, the worst first.
struct InstallationOverviewView: FramedView {
    static let template = "tenants"
    /// More tenants are on the page of all of them, A to Z.
    private static let shown = 50

    var frame: FrameView
    let create: String
    /// Nil without a tenant.
    let verdict: VerdictView?
    let hasRows: Bool
    let rows: [TenantOverviewRowView]
    let empty: EmptyView?
    /// What is not shown; nil when all is.
    let more: String?
    /// All tenants, A to Z.
    let all: String
}

extension InstallationOverviewView {
    init(_ overview: InstallationOverview, _ page: InstallationPage) {
        let texts = page.texts
        let isEmpty = overview.rows.isEmpty
        self.init(
            frame: page.frame(texts("tenants.title"), at: ConsolePaths.tenants),
            create: ConsolePaths.newTenant,
            verdict: isEmpty ? nil : InstallationSentences(overview: overview, texts: texts).verdict,
            hasRows: !isEmpty,
            rows: overview.rows.prefix(Self.shown).map { TenantOverviewRowView($0, page) },
            empty: isEmpty ? EmptyView.noTenants(texts) : nil,
            more: overview.rows.count > Self.shown
                ? texts("tenants.shown-worst", count: Self.shown, ["total": .number(overview.rows.count)]) : nil,
            all: TenantListView.address.href
        )
    }
}

struct TenantOverviewRowView: Sendable {
    let name: String
    let slug: String
    let href: String
    let manage: String
    let state: BadgeView
    let sentence: String?
    let rate: String
    /// To a week before: `−8.1 points`; of few results their number.
    let rateNote: String?
    /// Nil without events.
    let chart: SafeHTML?
    /// `12,349 · 628 failed`
    let events: String?
    let out: String
    let users: String
    /// Rate and users who are still out, for narrow screens; nil without any.
    let figures: String?
}

extension TenantOverviewRowView {
    fileprivate init(_ row: InstallationOverview.Row, _ page: InstallationPage) {
        let (texts, tenant, overview) = (page.texts, row.summary.tenant, row.overview)
        let numbers = ReleaseTexts(texts)
        let isActive = tenant.state == .active
        let sentences = overview.map { OverviewSentences(overview: $0, texts: texts, clock: page.clock) }
        let isUsed = overview.map { $0.verdict != .justStarted } ?? false
        let period = isUsed ? overview?.facts.period : nil
        let rate = period?.rate.value.map(numbers.percent) ?? "–"
        let out = isUsed ? overview?.users.map { $0.text($0.stillOut, texts) } ?? "–" : "–"
        let columns = Columns(overview?.histogram)
        self.init(
            name: VisibleText.escaped(tenant.name),
            slug: tenant.slug.description,
            href: isActive ? TenantPaths(tenant.slug).overview : ConsolePaths.tenant(tenant.slug),
            manage: ConsolePaths.tenant(tenant.slug),
            state: isActive
                ? sentences?.badge ?? BadgeView(.plain, texts("overview.short.unknown")) : tenant.state.badge(texts),
            sentence: isUsed ? sentences?.verdict.strong : nil,
            rate: rate,
            rateNote: period.flatMap { Self.note($0, texts) },
            chart: columns?.drawing(texts),
            events: columns?.text(texts),
            out: out,
            users: NumberText.grouped(row.summary.users, in: texts.language),
            figures: isUsed ? texts("tenants.row-figures", ["rate": .text(rate), "out": .text(out)]) : nil
        )
    }

    private static func note(_ comparison: StepComparison, _ texts: Texts) -> String? {
        if comparison.rate.hasFewResults {
            return comparison.rate.results > 0 ? texts("tenants.few-results", count: comparison.rate.results) : nil
        }
        return comparison.difference.map {
            texts("tenants.rate-difference", ["difference": .text(ReleaseTexts(texts).difference($0))])
        }
    }

    /// All events over time, the failed ones apart.
    private struct Columns {
        private static let most = 24

        private let total: Int
        private let failed: Int
        private let failedColumns: [Int]
        private let otherColumns: [Int]

        /// - Returns: nil without events.
        init?(_ histogram: EventHistogram?) {
            guard let histogram, histogram.total > 0 else { return nil }
            total = histogram.total
            failed = histogram.columns.reduce(0) { $0 + ($1.counts[.failed] ?? 0) }
            // The last column has just begun.
            let whole = histogram.columns.count > 1 ? Array(histogram.columns.dropLast()) : histogram.columns
            let width = (whole.count + Self.most - 1) / Self.most
            let first = whole.count % width
            let groups = stride(from: first, to: whole.count, by: width).map { whole[$0..<$0 + width] }
            failedColumns = groups.map { group in group.reduce(0) { $0 + ($1.counts[.failed] ?? 0) } }
            otherColumns = groups.map { group in
                group.reduce(0) { sum, column in
                    column.counts.reduce(sum) { $1.key == .failed ? $0 : $0 + $1.value }
                }
            }
        }

        func text(_ texts: Texts) -> String {
            texts("tenants.events", ["failed": .number(failed), "total": .number(total)])
        }

        func drawing(_ texts: Texts) -> SafeHTML {
            let period = texts(TextKey("events.range-period.\(OverviewPeriod.standard.rawValue)"))
            let name = texts("tenants.chart", count: total, ["failed": .number(failed), "period": .text(period)])
            return Sparkline(columns: failedColumns, others: otherColumns, name: name).drawing
        }
    }
}
