import Database
import Domain
import Synchronization

/// Caches one value for each tenant, until a node announces that it changed.
///
/// It may hold only data that may be a moment old: a change reaches the other nodes soon after its commit, not with it.
/// Data that decides about access is never cached.
final class TenantCache<Value: Sendable>: Sendable {
    private struct State {
        var values: RecentlyUsed<Tenant.ID, Value>
        /// Counts invalidations: a read that began before one is not cached.
        var forgotten: UInt64 = 0
    }

    private let topic: Change.Topic
    private let feed: ChangeFeed
    private let state: Mutex<State>

    /// - Parameter maximumCount: the number of tenants whose value is cached, at most.
    init(_ topic: Change.Topic, _ feed: ChangeFeed, maximumCount: Int = 1000) {
        self.topic = topic
        self.feed = feed
        state = Mutex(State(values: RecentlyUsed(maximumCount: maximumCount)))
        feed.watch { [weak self] in self?.handle($0) }
    }

    var count: Int { state.withLock { $0.values.count } }

    /// - Parameter read: reads the value from the database; its errors are thrown, and nothing is cached then.
    func value(of tenant: Tenant.ID, read: () async throws(DomainError) -> Value) async throws(DomainError) -> Value {
        // Without the feed a change would be missed.
        guard feed.isLive else { return try await read() }
        let (known, before) = state.withLock { ($0.values[tenant], $0.forgotten) }
        if let known { return known }
        let value = try await read()
        state.withLock { state in
            guard state.forgotten == before, feed.isLive else { return }
            state.values[tenant] = value
        }
        return value
    }

    private func handle(_ signal: ChangeFeed.Signal) {
        state.withLock { state in
            switch signal {
            case .gap: state.values.removeAll()
            case .change(let change) where change.topic == topic: state.values[Tenant.ID(change.tenant)] = nil
            case .change: return
            }
            state.forgotten += 1
        }
    }
}
