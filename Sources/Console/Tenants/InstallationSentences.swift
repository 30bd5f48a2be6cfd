import ConsoleKit
import Domain
import UseCases

/// What is said first about all tenants.
struct InstallationSentences {
    /// The tenants that are named.
    private static let named = 3

    let overview: InstallationOverview
    let texts: Texts

    var verdict: VerdictView {
        let (outages, notices) = (rows(.outage), rows(.notice))
        if !outages.isEmpty {
            let more = notices.isEmpty ? nil : texts("tenants.overview.notices", count: notices.count)
            return verdict(.failed, outage(outages), out, more, unknown, limit)
        }
        if !notices.isEmpty {
            return verdict(.rejected, texts("tenants.overview.notice", names(notices)), out, unknown, limit)
        }
        if let unknown { return verdict(.plain, unknown, texts("tenants.overview.unknown-rest"), limit) }
        return calm
    }

    private var calm: VerdictView {
        let used = rows(.normal)
        if overview.rows.allSatisfy({ $0.urgency == nil }) {
            return verdict(.plain, texts("tenants.overview.suspended"), limit)
        }
        if used.isEmpty { return verdict(.plain, texts("tenants.overview.unused"), limit) }
        let isKnown = used.allSatisfy { row in
            guard case .normal(let normal) = row.overview?.verdict else { return false }
            return normal.sample == .compared || normal.sample == .notCompared
        }
        return isKnown && !overview.hasMore
            ? verdict(.success, texts("tenants.overview.normal", count: used.count))
            : verdict(.plain, texts("tenants.overview.quiet", count: used.count), limit)
    }

    private func verdict(_ tone: BadgeView.Tone, _ strong: String, _ rest: String?...) -> VerdictView {
        VerdictView(tone, strong, OverviewSentences.joined(rest))
    }

    private func rows(_ urgency: OverviewUrgency) -> [InstallationOverview.Row] {
        overview.rows.filter { $0.urgency == urgency }
    }

    /// Few sign-ins are no proof.
    private func outage(_ rows: [InstallationOverview.Row]) -> String {
        let isSure = rows.contains { row in if case .tooQuiet = row.overview?.verdict { false } else { true } }
        return texts(isSure ? "tenants.overview.outage" : "tenants.overview.maybe", names(rows))
    }

    /// `CoachMe, MySubGuard and 2 more tenants`
    private func names(_ rows: [InstallationOverview.Row]) -> [String: TextArgument] {
        let names = rows.prefix(Self.named).map { VisibleText.escaped($0.summary.tenant.name) }
        let more = rows.count - names.count
        return [
            "names": .text(
                texts.list(names + (more > 0 ? [texts("tenants.overview.names-more", count: more)] : []))
            )
        ]
    }

    private var unknown: String? {
        let count = rows(.unknown).count
        return count > 0 ? texts("tenants.overview.unknown", count: count) : nil
    }

    /// Which tenants all of this is about.
    private var limit: String? {
        overview.hasMore ? texts("tenants.shown-limit", count: overview.rows.count) : nil
    }

    /// The users of all these tenants who are still out; nil without any.
    private var out: String? {
        let active = overview.rows.filter { $0.urgency != nil }
        let users = active.compactMap { $0.overview?.users }
        let count = users.reduce(0) { $0 + $1.stillOut }
        guard count > 0 else { return nil }
        let isComplete = users.count == active.count && !overview.hasMore && users.allSatisfy(\.isComplete)
        let key: TextKey =
            users.contains(where: \.isEstimated)
            ? "tenants.overview.out-about" : isComplete ? "tenants.overview.out" : "tenants.overview.out-at-least"
        return texts(key, count: count)
    }
}
