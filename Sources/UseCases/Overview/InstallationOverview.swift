import Domain

/// Whether sign-in works in each tenant, worst first.
public struct InstallationOverview: Sendable {
    public struct Row: Sendable {
        public let summary: TenantSummary
        /// Nil for a suspended tenant, and when there was no time to read it.
        public let overview: Overview?

        public init(summary: TenantSummary, overview: Overview?) {
            self.summary = summary
            self.overview = overview
        }

        var isActive: Bool { summary.tenant.state == .active }

        public var urgency: OverviewUrgency? {
            isActive ? overview?.verdict.urgency ?? .unknown : nil
        }
    }

    public let rows: [Row]
    /// Whether there are more tenants than are read.
    public let hasMore: Bool

    /// Sorts the rows: what is urgent first, then more users who are still out, then more tries that failed, then by slug.
    /// Suspended tenants are last.
    public init(_ rows: [Row], hasMore: Bool) {
        self.rows = rows.sorted { left, right in
            let (leftRank, rightRank) = (Self.rank(of: left), Self.rank(of: right))
            guard leftRank == rightRank else { return leftRank > rightRank }
            return left.summary.tenant.slug.description < right.summary.tenant.slug.description
        }
        self.hasMore = hasMore
    }

    private static func rank(of row: Row) -> (Int, Int, Int) {
        let rate = row.overview?.facts.period?.rate
        return (
            row.urgency.map(\.rawValue) ?? -1, row.overview?.users?.stillOut ?? 0,
            (rate?.results ?? 0) - (rate?.successes ?? 0)
        )
    }
}
