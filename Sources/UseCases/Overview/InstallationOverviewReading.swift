import Domain
import Synchronization

/// Reads whether sign-in works in each tenant, a few tenants at a time, and no longer than a page can wait.
///
/// A tenant's state is remembered for half a minute, so that a reload reads those for which there was no time before.
public final class InstallationOverviewReading: Sendable {
    /// More tenants are not read.
    public static let maximumTenants = 500
    /// The tenants that are read at once.
    private static let width = 4
    private static let freshness = Duration.seconds(30)
    /// An older state is not shown.
    private static let memory = Duration.minutes(5)

    private let tenants: any TenantStore
    private let reading: OverviewReading
    private let patience: Duration
    private let known = Mutex<[Tenant.ID: Overview]>([:])

    /// - Parameter patience: after this time no further tenant is read.
    init(tenants: any TenantStore, reading: OverviewReading, patience: Duration = .seconds(2)) {
        self.tenants = tenants
        self.reading = reading
        self.patience = patience
    }

    public func overview(grant _: InstallationGrant) async throws(DomainError) -> InstallationOverview {
        let (summaries, hasMore) = try await summaries()
        let now = reading.now()
        let active = Set(summaries.map(\.tenant).filter { $0.state == .active }.map(\.id))
        let before = known.withLock { known in
            known = known.filter { active.contains($0.key) && $0.value.facts.now > now - Self.memory }
            return known
        }
        let due = active.filter { id in before[id].map { $0.facts.now <= now - Self.freshness } ?? true }
        // Those without a state first, then the oldest.
        await read(due.sorted { (before[$0]?.facts.now.milliseconds ?? 0) < (before[$1]?.facts.now.milliseconds ?? 0) })
        let states = known.withLock { $0 }
        return InstallationOverview(
            summaries.map { .init(summary: $0, overview: $0.tenant.state == .active ? states[$0.tenant.id] : nil) },
            hasMore: hasMore
        )
    }

    private func summaries() async throws(DomainError) -> ([TenantSummary], hasMore: Bool) {
        var found: [TenantSummary] = []
        var cursor: Cursor?
        repeat {
            let limit = min(PageRequest.limits.upperBound, Self.maximumTenants - found.count)
            let page = try await tenants.page(PageRequest(limit: limit, cursor: cursor))
            found += page.items
            cursor = page.next
        } while cursor != nil && found.count < Self.maximumTenants
        return (found, cursor != nil)
    }

    private func read(_ tenants: [Tenant.ID]) async {
        let end = ContinuousClock.now + patience
        await withTaskGroup(of: (Tenant.ID, Overview).self) { group in
            var running = 0
            for tenant in tenants {
                if running == Self.width, let (id, overview) = await group.next() {
                    known.withLock { $0[id] = overview }
                    running -= 1
                }
                guard ContinuousClock.now < end else { break }
                group.addTask { (tenant, await self.reading.brief(.standard, in: tenant)) }
                running += 1
            }
            for await (id, overview) in group { known.withLock { $0[id] = overview } }
        }
    }
}
