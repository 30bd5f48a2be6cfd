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
        /// Whether the client has closed its side.
        var hasInputEnded = false
        /// Work that is useless without the client.
        var work: [Int: Work] = [:]

        /// Whether the client is gone for work; a connection that ended before its task began has no other sign.
        func isGone(_ channel: any Channel, endsWithInput: Bool) -> Bool {
            isGone || !channel.isActive || endsWithInput && hasInputEnded
        }
    }

    private struct Work {
        let cancel: @Sendable () -> Void
        let endsWithInput: Bool
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
        let running = state.withLock { state -> [Work]? in
            guard let entry = state.entries[connection] else { return nil }
            state.entries[connection]?.isGone = true
            state.entries[connection]?.free = free
            return Array(entry.work.values)
        }
        guard let running else { return free() }
        for work in running { work.cancel() }
    }

    /// A client has closed its side of a connection.
    func inputEnded(_ channel: any Channel) {
        let connection = ObjectIdentifier(channel)
        let ended = state.withLock { state -> [Work] in
            guard let entry = state.entries[connection] else { return [] }
            state.entries[connection]?.hasInputEnded = true
            return entry.work.values.filter(\.endsWithInput)
        }
        for work in ended { work.cancel() }
    }

    /// Runs work that is cancelled when the client has gone: work whose result only the client needs, and that it can
    /// ask for again.
    /// - Parameter endsWithInput: whether a client that has closed its side counts as gone. One that hangs up closes
    ///   both sides, which looks the same until something is written to it.
    /// - Throws: what `work` throws; `CancellationError` without beginning when the client or the caller has gone.
    package func whileConnected<Outcome: Sendable>(
        _ channel: any Channel,
        endsWithInput: Bool = false,
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        try Task.checkCancellation()
        let entry = state.withLock { $0.entries[ObjectIdentifier(channel)] }
        if let entry, entry.isGone(channel, endsWithInput: endsWithInput) { throw CancellationError() }
        // Only a task of its own can be cancelled by the event loop. It begins here, without a change of threads.
        let task = Task.immediate { try await work() }
        let number = register(channel, Work(cancel: { task.cancel() }, endsWithInput: endsWithInput))
        defer { if let number { unregister(number, of: channel) } }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// - Returns: nil when there is nothing to remove later.
    private func register(_ channel: any Channel, _ work: Work) -> Int? {
        let connection = ObjectIdentifier(channel)
        let (number, isGone) = state.withLock { state -> (Int?, Bool) in
            guard let entry = state.entries[connection] else { return (nil, false) }
            guard !entry.isGone(channel, endsWithInput: work.endsWithInput) else { return (nil, true) }
            let number = state.lastNumber + 1
            state.lastNumber = number
            state.entries[connection]?.work[number] = work
            return (number, false)
        }
        if isGone { work.cancel() }
        return number
    }

    private func unregister(_ number: Int, of channel: any Channel) {
        state.withLock { $0.entries[ObjectIdentifier(channel)]?.work[number] = nil }
    }
}
