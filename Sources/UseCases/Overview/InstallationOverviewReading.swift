import Domain
import Synchronization

/// Reads whether sign-in works in each tenant, in the background, while pages wait for a short time.
///
/// A tenant's state is read again when it is half a minute old. All pages wait for the same reading: readers of the
/// database are for tenants above all.
public final class InstallationOverviewReading: Sendable {
    /// More tenants are not read.
    public static let maximumTenants = 500
    /// The tenants that are read at once.
    private static let width = 2
    private static let freshness = Duration.seconds(30)
    /// An older state is not shown, also when no newer one could be read.
    private static let memory = Duration.minutes(5)
    private static let poll = Duration.milliseconds(5)

    private struct State: Sendable {
        var overviews: [Tenant.ID: Overview] = [:]
        var isReading = false
    }

    private let tenants: any TenantStore
    private let reading: OverviewReading
    private let patience: Duration
    private let maximumTenants: Int
    private let state = Mutex(State())

    /// - Parameter patience: how long a page waits for states.
    init(
        tenants: any TenantStore,
        reading: OverviewReading,
        patience: Duration = .seconds(2),
        maximumTenants: Int = InstallationOverviewReading.maximumTenants
    ) {
        self.tenants = tenants
        self.reading = reading
        self.patience = patience
        self.maximumTenants = maximumTenants
    }

    /// - Parameter grant: an operator may enter every tenant; no text or id of a user is read.
    public func overview(grant _: InstallationGrant) async throws(DomainError) -> InstallationOverview {
        let (summaries, hasMore) = try await summaries()
        let active = Set(summaries.map(\.tenant).filter { $0.state == .active }.map(\.id))
        let end = ContinuousClock.now + patience
        start(active)
        while state.withLock({ $0.isReading }), ContinuousClock.now < end, !Task.isCancelled {
            try? await Task.sleep(for: Self.poll)
        }
        let oldest = reading.now() - Self.memory
        let overviews = state.withLock { $0.overviews.filter { $0.value.facts.now > oldest } }
        return InstallationOverview(
            summaries.map {
                .init(summary: $0, overview: active.contains($0.tenant.id) ? overviews[$0.tenant.id] : nil)
            },
            hasMore: hasMore
        )
    }

    private func summaries() async throws(DomainError) -> ([TenantSummary], hasMore: Bool) {
        var found: [TenantSummary] = []
        var cursor: Cursor?
        repeat {
            let limit = min(PageRequest.limits.upperBound, maximumTenants - found.count)
            let page = try await tenants.page(PageRequest(limit: limit, cursor: cursor))
            found += page.items
            cursor = page.next
        } while cursor != nil && found.count < maximumTenants
        return (found, cursor != nil)
    }

    /// Begins to read what is not known or old, unless a reading runs already.
    private func start(_ active: Set<Tenant.ID>) {
        let old = reading.now() - Self.freshness
        let due: [Tenant.ID] = state.withLock { state in
            guard !state.isReading else { return [] }
            state.overviews = state.overviews.filter { active.contains($0.key) }
            let times = state.overviews.mapValues(\.facts.now.milliseconds)
            // Those without a state first, then the oldest.
            let due = active.filter { (times[$0] ?? .min) <= old.milliseconds }
                .sorted { (times[$0] ?? .min, $0) < (times[$1] ?? .min, $1) }
            state.isReading = !due.isEmpty
            return due
        }
        guard !due.isEmpty else { return }
        // A page that is left does not end what others wait for.
        Task { await read(due) }
    }

    private func read(_ tenants: [Tenant.ID]) async {
        defer { state.withLock { $0.isReading = false } }
        await withTaskGroup(of: Void.self) { group in
            for (place, tenant) in tenants.enumerated() {
                if place >= Self.width { await group.next() }
                group.addTask { self.keep(await self.reading.brief(.standard, in: tenant), of: tenant) }
            }
        }
    }

    /// What could be read in part does not replace what is known.
    private func keep(_ overview: Overview, of tenant: Tenant.ID) {
        guard overview.verdict != .unknown else { return }
        state.withLock { state in
            let former = state.overviews[tenant]
            let isKept = former.map { $0.isWhole && $0.facts.now > overview.facts.now - Self.memory } ?? false
            if overview.isWhole || !isKept { state.overviews[tenant] = overview }
        }
    }
}

extension Overview {
    /// Whether everything that decides the verdict was read.
    fileprivate var isWhole: Bool {
        facts.period?.former != nil && facts.lastHour != nil && facts.items != nil && facts.appleErrors != nil
            && facts.failures != nil && users != nil
    }
}
