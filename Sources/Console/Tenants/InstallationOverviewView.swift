import ConsoleKit
import Domain
import UseCases

/// Where operators begin: one row for each tenant, the worst first.
struct InstallationOverviewView: FramedView {
    static let template = "tenants"
    /// More tenants are on the page of all of them by name.
    private static let shown = 50

    var frame: FrameView
    let create: String
    /// Nil without a tenant.
    let verdict: VerdictView?
    let hasRows: Bool
    let rows: [TenantOverviewRowView]
    let empty: EmptyView?
    /// What is not shown, and where it is.
    let more: LinkView?
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
            more: Self.more(overview, texts)
        )
    }

    private static func more(_ overview: InstallationOverview, _ texts: Texts) -> LinkView? {
        let total = overview.rows.count
        guard total > shown else { return nil }
        let label = [
            texts("tenants.shown-worst", count: shown, ["total": .number(total)]),
            overview.hasMore ? texts("tenants.shown-limit", count: total) : nil,
        ]
        return LinkView(
            label: OverviewSentences.joined(label),
            href: TenantListView.address.href
        )
    }
}

struct TenantOverviewRowView: Sendable {
    /// The columns of the chart, at most.
    private static let columns = 24

    let name: String
    let slug: String
    let href: String
    let manage: String
    let state: BadgeView
    let sentence: String?
    let rate: String
    /// To a week before: `−8.1 points`
    let difference: String?
    /// Nil without events.
    let chart: SafeHTML?
    let out: String
    let users: String
}

extension TenantOverviewRowView {
    fileprivate init(_ row: InstallationOverview.Row, _ page: InstallationPage) {
        let (texts, tenant, overview) = (page.texts, row.summary.tenant, row.overview)
        let numbers = ReleaseTexts(texts)
        let isActive = tenant.state == .active
        let sentences = overview.map { OverviewSentences(overview: $0, texts: texts, clock: page.clock) }
        let period = overview?.verdict == .justStarted ? nil : overview?.facts.period
        self.init(
            name: VisibleText.escaped(tenant.name),
            slug: tenant.slug.description,
            href: isActive ? TenantPaths(tenant.slug).overview : ConsolePaths.tenant(tenant.slug),
            manage: ConsolePaths.tenant(tenant.slug),
            state: isActive
                ? sentences?.badge ?? BadgeView(.plain, texts("overview.short.unknown")) : tenant.state.badge(texts),
            sentence: overview?.verdict == .justStarted ? nil : sentences?.verdict.strong,
            rate: period?.rate.value.map(numbers.percent) ?? "–",
            difference: period?.difference.map {
                texts("tenants.rate-difference", ["difference": .text(numbers.difference($0))])
            },
            chart: overview?.histogram.flatMap { Self.chart($0, texts) },
            out: period == nil ? "–" : overview?.users.map { $0.text($0.stillOut, texts) } ?? "–",
            users: NumberText.grouped(row.summary.users, in: texts.language)
        )
    }

    /// All events over time, the failed ones in their colour.
    private static func chart(_ histogram: EventHistogram, _ texts: Texts) -> SafeHTML? {
        guard histogram.total > 0 else { return nil }
        let width = (histogram.columns.count + columns - 1) / columns
        let groups = stride(from: 0, to: histogram.columns.count, by: width).map {
            histogram.columns[$0..<min($0 + width, histogram.columns.count)]
        }
        let failed = groups.map { group in group.reduce(0) { $0 + ($1.counts[.failed] ?? 0) } }
        let all = groups.map { group in group.reduce(0) { $0 + $1.counts.values.reduce(0, +) } }
        let name = texts(
            "tenants.chart",
            count: histogram.total,
            ["failed": .number(failed.reduce(0, +))]
        )
        return Sparkline(columns: failed, others: zip(all, failed).map { $0 - $1 }, name: name).drawing
    }
}
