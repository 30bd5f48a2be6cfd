#if PostgreSQL
import CPostgres
import Dispatch
import Synchronization

/// Lets a cancelled task stop its running statement from another thread.
final class PostgresInterruption: Sendable {
    private struct State {
        var isAsked = false
        /// The canceller, while a connection works for this task.
        var canceller: PostgresCanceller?
    }

    /// A cancel request opens a connection of its own, which may take a while.
    private static let queue = DispatchQueue(label: "gatehouse.postgres.cancel", attributes: .concurrent)
    private let state = Mutex(State())

    func interrupt() {
        let canceller = state.withLock { state in
            state.isAsked = true
            return state.canceller
        }
        guard let canceller else { return }
        Self.queue.async { canceller.cancel() }
    }

    /// Called before the commit, which is not interrupted: the server would report a commit that its standby may not
    /// have.
    func endCovering(_ link: PostgresLink) {
        let canceller = state.withLock { state in
            defer { state.canceller = nil }
            return state.canceller
        }
        if canceller?.finish() == true { link.wasCancelled = true }
    }

    func covering<Result>(_ link: PostgresLink, _ body: () throws -> Result) throws -> Result {
        let canceller = PostgresCanceller(link)
        try state.withLock { state in
            if state.isAsked { throw CancellationError() }
            state.canceller = canceller
        }
        defer {
            state.withLock { $0.canceller = nil }
            if canceller?.finish() == true { link.wasCancelled = true }
        }
        return try body()
    }
}

/// Cancels the running statement of one connection (PostgreSQL manual §34.7), as long as it is not finished.
final class PostgresCanceller: Sendable {
    private struct State {
        /// The address of libpq's object: a pointer may not cross threads by itself.
        var address: UInt
        var wasUsed = false
    }

    private let state: Mutex<State?>

    init?(_ link: PostgresLink) {
        guard let pointer = link.canceller() else { return nil }
        state = Mutex(State(address: UInt(bitPattern: pointer)))
    }

    deinit { _ = finish() }

    func cancel() {
        state.withLock { state in
            guard let pointer = state.flatMap({ OpaquePointer(bitPattern: $0.address) }) else { return }
            state?.wasUsed = true
            var reason = [CChar](repeating: 0, count: 256)
            _ = PQcancel(pointer, &reason, 256)
        }
    }

    /// - Returns: whether a cancel request was sent.
    func finish() -> Bool {
        state.withLock { state in
            guard let ended = state else { return false }
            PQfreeCancel(OpaquePointer(bitPattern: ended.address))
            state = nil
            return ended.wasUsed
        }
    }
}
#endif
