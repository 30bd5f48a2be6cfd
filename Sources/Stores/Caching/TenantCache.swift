import Database
import Domain
import Synchronization

/// One value for each tenant, read from the database and kept in memory until a node announces that it changed.
///
/// Only for what may be a moment old: a change reaches the other nodes soon after its commit, not with it. Who may come
/// in is never kept.
final class TenantCache<Value: Sendable>: Sendable {
    private struct State {
        var values: RecentlyUsed<Tenant.ID, Value>
        /// Counts what was forgotten: what began to be read before is not kept.
        var forgotten: UInt64 = 0
    }

    private let topic: Change.Topic
    private let feed: ChangeFeed
    private let state: Mutex<State>

    /// - Parameter maximumCount: tenants whose value is kept, at most.
    init(_ topic: Change.Topic, _ feed: ChangeFeed, maximumCount: Int = 1000) {
        self.topic = topic
        self.feed = feed
        state = Mutex(State(values: RecentlyUsed(maximumCount: maximumCount)))
        feed.watch { [weak self] in self?.hear($0) }
    }

    var count: Int { state.withLock { $0.values.count } }

    /// - Parameter read: reads it from the database; its errors pass, and nothing is kept then.
    func value(of tenant: Tenant.ID, read: () async throws(DomainError) -> Value) async throws(DomainError) -> Value {
        // Without the feed a change would go unnoticed.
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

    private func hear(_ signal: ChangeFeed.Signal) {
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
