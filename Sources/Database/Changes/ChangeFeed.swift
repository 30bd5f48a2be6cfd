import Synchronization

/// Tells what has been committed on whichever node, to those who keep something in memory.
///
/// A change is told soon after its commit, not at once: what must hold for the very next request is read in the
/// database.
public final class ChangeFeed: Sendable {
    public enum Signal: Sendable, Hashable {
        case change(Change)
        /// Changes may have been missed: nothing that was read before holds any more.
        case gap
    }

    public typealias Watcher = @Sendable (Signal) -> Void

    private struct State {
        var isLive: Bool
        var watchers: [Watcher] = []
    }

    private let state: Mutex<State>

    /// - Parameter isLive: whether every change is told from the beginning.
    public init(isLive: Bool) {
        state = Mutex(State(isLive: isLive))
    }

    /// Whether every change reaches this node. While it does not, nothing may be kept.
    public var isLive: Bool { state.withLock { $0.isLive } }

    /// Calls `watcher` for each signal, for as long as the database is open. It must be quick, and may not watch
    /// itself.
    public func watch(_ watcher: @escaping Watcher) {
        state.withLock { $0.watchers.append(watcher) }
    }

    func tell(_ changes: [Change]) {
        for change in changes { signal(.change(change)) }
    }

    /// From now on every change is told; some may have been missed before.
    func begin() {
        // Live before the gap is told: what is kept between the two is forgotten, and nothing is kept that was read
        // earlier.
        state.withLock { $0.isLive = true }
        signal(.gap)
    }

    /// Changes are missed from now on.
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
