import NIOCore
import Synchronization

/// The tasks that serve the connections, by channel.
///
/// What the requests of a connection hold is freed when its task has ended, so a client that hangs up frees nothing
/// that is still in use.
package final class ConnectionTasks: Sendable {
    private struct Entry {
        /// Frees what the requests of the connection hold; nil while the connection is open.
        var free: (@Sendable () -> Void)?
        var isGone = false
        /// Each cancels work that is useless without the client.
        var cancels: [Int: @Sendable () -> Void] = [:]
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var lastNumber = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// The number of tasks that serve a connection.
    var count: Int { state.withLock(\.entries.count) }

    /// The task of a connection begins.
    func begin(_ channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)] = Entry() }
    }

    /// The task of a connection has ended.
    func end(_ channel: any Channel) {
        let entry = state.withLock { $0.entries.removeValue(forKey: ObjectIdentifier(channel)) }
        entry?.free?()
    }

    /// A connection is gone.
    /// - Parameter free: runs when the task of the connection has ended, and at once when it has none.
    func connectionEnded(_ channel: any Channel, freeing free: @escaping @Sendable () -> Void) {
        let connection = ObjectIdentifier(channel)
        let cancels = state.withLock { state -> [@Sendable () -> Void]? in
            guard let entry = state.entries[connection] else { return nil }
            state.entries[connection]?.isGone = true
            state.entries[connection]?.free = free
            return Array(entry.cancels.values)
        }
        guard let cancels else { return free() }
        for cancel in cancels { cancel() }
    }

    /// Runs work that is cancelled when the client has gone: work whose result only the client needs, and that it can
    /// ask for again.
    package func whileConnected<Outcome: Sendable>(
        _ channel: any Channel,
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        // Only a task of its own can be cancelled by the event loop.
        let task = Task { try await work() }
        let number = register(channel) { task.cancel() }
        defer { if let number { unregister(number, of: channel) } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// - Returns: nil when there is nothing to remove later.
    private func register(_ channel: any Channel, _ cancel: @escaping @Sendable () -> Void) -> Int? {
        let connection = ObjectIdentifier(channel)
        let (number, isGone) = state.withLock { state -> (Int?, Bool) in
            guard let entry = state.entries[connection] else { return (nil, false) }
            // A connection that ended before its task began has no other sign.
            guard !entry.isGone, channel.isActive else { return (nil, true) }
            let number = state.lastNumber + 1
            state.lastNumber = number
            state.entries[connection]?.cancels[number] = cancel
            return (number, false)
        }
        if isGone { cancel() }
        return number
    }

    private func unregister(_ number: Int, of channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.cancels[number] = nil }
    }
}
