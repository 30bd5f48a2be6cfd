import Synchronization

/// Reports changes that have been committed on any node to the caches of this one.
///
/// A change is reported soon after its commit, not at once: data that must be current for the very next request is read
/// from the database.
public final class ChangeFeed: Sendable {
    public enum Signal: Sendable, Hashable {
        case change(Change)
        /// Changes may have been missed: every cached value may be stale.
        case gap
    }

    public typealias Watcher = @Sendable (Signal) -> Void

    private struct State {
        var isLive: Bool
        var watchers: [Watcher] = []
    }

    private let state: Mutex<State>

    /// - Parameter isLive: whether every change is reported from the beginning.
    public init(isLive: Bool) { state = Mutex(State(isLive: isLive)) }

    /// Whether every change reaches this node. While it does not, nothing may be cached.
    public var isLive: Bool { state.withLock { $0.isLive } }

    /// Calls `watcher` for each signal, for as long as the database is open. The watcher must be quick, and may not
    /// call `watch` itself.
    public func watch(_ watcher: @escaping Watcher) {
        state.withLock { $0.watchers.append(watcher) }
    }

    func notify(_ changes: [Change]) { for change in changes { signal(.change(change)) } }

    /// Begins to report every change; some may have been missed before.
    func begin() {
        // The feed is live before it reports the gap: entries cached between the two are dropped, and no earlier read
        // is cached.
        state.withLock { $0.isLive = true }
        signal(.gap)
    }

    /// Marks the feed as not live: changes are missed from now on.
    func end() {
        let wasLive = state.withLock { state in
            defer { state.isLive = false }
            return state.isLive
        }
        if wasLive { signal(.gap) }
    }

    private func signal(_ signal: Signal) {
        for watcher in state.withLock({ $0.watchers }) { watcher(signal) }
    }
}
