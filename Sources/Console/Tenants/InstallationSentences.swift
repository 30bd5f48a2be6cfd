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
        let outages = rows(.outage)
        let notices = rows(.notice)
        if !outages.isEmpty {
            let rest = notices.isEmpty ? nil : texts("tenants.overview.notices", count: notices.count)
            return VerdictView(
                .failed,
                texts("tenants.overview.outage", ["names": .text(names(outages))]),
                OverviewSentences.joined([out(outages), rest])
            )
        }
        if !notices.isEmpty {
            return VerdictView(
                .rejected,
                texts("tenants.overview.notice", ["names": .text(names(notices))]),
                OverviewSentences.joined([out(notices)])
            )
        }
        let unknown = rows(.unknown)
        if !unknown.isEmpty {
            return VerdictView(
                .plain,
                texts("tenants.overview.unknown", count: unknown.count),
                texts("tenants.overview.unknown-rest")
            )
        }
        return calm
    }

    private var calm: VerdictView {
        let active = overview.rows.filter { $0.urgency != nil }
        let used = rows(.normal)
        if active.isEmpty { return VerdictView(.plain, texts("tenants.overview.suspended"), "") }
        if used.isEmpty { return VerdictView(.plain, texts("tenants.overview.unused"), "") }
        let isKnown = active.allSatisfy { row in
            guard case .normal(let normal) = row.overview?.verdict else { return false }
            return normal.sample == .compared || normal.sample == .notCompared
        }
        return isKnown
            ? VerdictView(.success, texts("tenants.overview.normal", count: active.count), "")
            : VerdictView(.plain, texts("tenants.overview.quiet", count: active.count), "")
    }

    private func rows(_ urgency: OverviewUrgency) -> [InstallationOverview.Row] {
        overview.rows.filter { $0.urgency == urgency }
    }

    /// `CoachMe, MySubGuard and 2 more tenants`
    private func names(_ rows: [InstallationOverview.Row]) -> String {
        let names = rows.prefix(Self.named).map { VisibleText.escaped($0.summary.tenant.name) }
        let more = rows.count - names.count
        return texts.list(names + (more > 0 ? [texts("tenants.overview.names-more", count: more)] : []))
    }

    /// The users of these tenants who are still out; nil without any.
    private func out(_ rows: [InstallationOverview.Row]) -> String? {
        let users = rows.compactMap { $0.overview?.users }
        let count = users.reduce(0) { $0 + $1.stillOut }
        guard count > 0 else { return nil }
        let key: TextKey =
            !users.allSatisfy(\.isComplete)
            ? "tenants.overview.out-at-least"
            : users.contains(where: \.isEstimated) ? "tenants.overview.out-about" : "tenants.overview.out"
        return texts(key, count: count)
    }
}
