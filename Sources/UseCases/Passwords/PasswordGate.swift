import Crypto
import Dispatch
import Domain
import Foundation
import Synchronization

/// The one place where passwords are hashed: few at a time, on threads of their own, with a queue that has an end.
///
/// A hash costs 128 MiB and half a second of a core, so the gate is what keeps a flood of sign-ins from taking the
/// memory, and from making every other route wait.
public final class PasswordGate: Sendable {
    public struct Limits: Sendable {
        /// Hashes at the same time.
        public let width: Int
        /// Waiting ones; one more is refused.
        public let queue: Int
        /// Who would wait longer than this is refused at once.
        public let deadline: Duration

        public init(width: Int = 2, queue: Int = 64, deadline: Duration = .seconds(5)) {
            self.width = max(1, width)
            self.queue = max(0, queue)
            self.deadline = deadline
        }
    }

    /// How full the queue is, for whoever watches.
    public var queue: QueueDepth { QueueDepth(waiting: state.withLock { $0.waiting.count }, limit: limits.queue) }
    /// Hashes that are computed now.
    public var running: Int { state.withLock { $0.running } }
    /// All that has been computed, in blocks of scrypt: what one check takes can be told from another's.
    public var workDone: Int { state.withLock { $0.workDone } }

    private struct Waiting {
        let until: ContinuousClock.Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        /// Of those that are not hashing: one for each place.
        var threads: [DispatchQueue]
        var running = 0
        var workDone = 0
        var waiting: [Waiting] = []
        /// What a hash took lately; a guess before the first one.
        var duration = Duration.milliseconds(500)
    }

    private let limits: Limits
    private let cost: PasswordHash.Cost
    private let pepper: SymmetricKey
    private let random: @Sendable (Int) -> [UInt8]
    /// Compared with when there is no account: the same work, and never right.
    private let dummy: PasswordHash
    private let state: Mutex<State>

    public init(
        limits: Limits = Limits(), cost: PasswordHash.Cost = .standard, root: RootKey, random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.limits = limits
        self.cost = cost
        self.random = random
        // Serial queues, for each has a thread of its own: on Linux a concurrent one takes its threads from those of all tasks,
        // and two hashes would stop every request of a machine with two cores.
        state = Mutex(State(threads: (1...limits.width).map { DispatchQueue(label: "gatehouse.passwords.\($0)") }))
        pepper = root.derived(for: .pepper)
        dummy = PasswordHash(.own(cost), salt: Data(random(16)), key: Data(random(32)))
    }

    /// Hashes a new password.
    /// - Throws: `.unavailable` when the gate is full.
    public func hash(_ password: String) async throws(DomainError) -> PasswordHash {
        let salt = Data(random(16))
        let key = try await compute(work: cost.work) { [pepper, cost] in
            try PasswordHash.derive(password, pepper: pepper, salt: salt, cost: cost)
        }
        return PasswordHash(.own(cost), salt: salt, key: key)
    }

    /// What a check found.
    public struct Check: Sendable {
        public let isRight: Bool
        /// The stored hash is of another kind or cost than new ones: store the password anew.
        public let isOutdated: Bool
    }

    /// Compares a password with a stored hash; without one it does the same work against a hash that nothing matches.
    ///
    /// A hash from before the cost was raised, or from another system, is cheaper: the rest is made up, or a quick answer would tell that
    /// there is an account.
    /// - Throws: `.unavailable` when the gate is full.
    public func check(_ password: String, against stored: PasswordHash?) async throws(DomainError) -> Check {
        let hash = stored ?? dummy
        let rest = cost.rounds(for: cost.work - hash.work)
        let matches = try await compute(work: hash.work + rest.reduce(0) { $0 + $1.work }) { [pepper] in
            let matches = try hash.matches(password, pepper: pepper)
            for cost in rest { _ = try PasswordHash.derive(password, pepper: pepper, salt: Self.restSalt, cost: cost) }
            return matches
        }
        let isRight = matches && stored != nil
        return Check(isRight: isRight, isOutdated: isRight && hash.method != .own(cost))
    }

    /// For work whose result nobody needs.
    private static let restSalt = Data(repeating: 0, count: 16)

    /// Runs `body` on a thread of the gate.
    /// - Parameter work: what it takes, in blocks of scrypt.
    private func compute<Outcome: Sendable>(
        work: Int, _ body: @escaping @Sendable () throws -> Outcome
    ) async throws(DomainError) -> Outcome {
        guard await enter() else { throw .unavailable(retryAfter: limits.deadline) }
        let clock = ContinuousClock()
        let start = clock.now
        let thread = state.withLock { $0.threads.removeLast() }  // as many as places, and this one has a place
        let result: Result<Outcome, any Error> = await withCheckedContinuation { continuation in
            thread.async { continuation.resume(returning: Result { try body() }) }
        }
        state.withLock { state in
            state.threads.append(thread)
            state.workDone += work
        }
        leave(after: clock.now - start)
        guard case .success(let outcome) = result else { throw .unavailable(retryAfter: limits.deadline) }
        return outcome
    }

    /// Waits for a place.
    /// - Returns: false when the queue is full or the wait would be longer than the deadline.
    private func enter() async -> Bool {
        await withCheckedContinuation { continuation in
            let now = ContinuousClock.now
            let answer: Bool? = state.withLock { state in
                if state.running < limits.width {
                    state.running += 1
                    return true
                }
                let expected = state.duration * (Double(state.waiting.count + 1) / Double(limits.width))
                guard state.waiting.count < limits.queue, expected <= limits.deadline else { return false }
                state.waiting.append(Waiting(until: now + limits.deadline, continuation: continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Gives the place to the first who still waits in time; who waited too long is turned away.
    private func leave(after duration: Duration) {
        let now = ContinuousClock.now
        let (next, late) = state.withLock { state -> (Waiting?, [Waiting]) in
            state.duration = state.duration * 0.7 + duration * 0.3
            let late = state.waiting.filter { $0.until <= now }
            state.waiting.removeAll { $0.until <= now }
            guard !state.waiting.isEmpty else {
                state.running -= 1
                return (nil, late)
            }
            return (state.waiting.removeFirst(), late)
        }
        for waiting in late { waiting.continuation.resume(returning: false) }
        next?.continuation.resume(returning: true)
    }
}
