import Crypto
import Dispatch
import Domain
import Foundation
import Synchronization

/// The one place where passwords are hashed: few at a time, on threads of their own, with a queue that has an end.
///
/// Tenants take turns, and so does the console, which is of no tenant: a flood at one of them makes nobody else wait for more than
/// the hash that runs.
///
/// A hash costs 128 MiB and half a second of a core, so the gate is what keeps a flood of sign-ins from taking the
/// memory, and from making every other route wait.
public final class PasswordGate: Sendable {
    public struct Limits: Sendable {
        /// Hashes at the same time.
        public let width: Int
        /// Waiting ones; one more is refused.
        public let queue: Int
        /// Of them, those of one tenant.
        public var queueOfOne: Int { min(queue, max(4, queue / 4)) }
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

    /// Who takes turns: a tenant; nil for the console and the command line.
    fileprivate typealias Owner = Tenant.ID?

    fileprivate struct Waiting {
        let owner: Owner
        let until: ContinuousClock.Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    fileprivate struct State {
        /// Of those that are not hashing: one for each place.
        var threads: [DispatchQueue]
        var running = 0
        var workDone = 0
        var waiting: [Waiting] = []
        /// Hashes at this moment, by whom they are for; nobody with none.
        var runningOf: [Owner: Int] = [:]
        /// The number of the turn that each who waits or runs had last.
        var lastTurn: [Owner: Int] = [:]
        var turn = 0
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
    /// - Parameter tenant: whose turn it takes; nil for what is of no tenant.
    /// - Throws: `.unavailable` when the gate is full.
    public func hash(_ password: String, for tenant: Tenant.ID?) async throws(DomainError) -> PasswordHash {
        let salt = Data(random(16))
        let key = try await compute(work: cost.work, for: tenant) { [pepper, cost] in
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
    /// One that is longer than any can be is wrong, after the same work.
    /// - Parameter tenant: whose turn it takes; nil for what is of no tenant.
    /// - Throws: `.unavailable` when the gate is full.
    public func check(
        _ password: String, against stored: PasswordHash?, for tenant: Tenant.ID?
    ) async throws(DomainError) -> Check {
        guard password.utf8.count <= Self.maximumBytes else {
            _ = try await check("", against: stored, for: tenant)
            return Check(isRight: false, isOutdated: false)
        }
        let hash = stored ?? dummy
        let rest = cost.rounds(for: cost.work - hash.work)
        let matches = try await compute(work: hash.work + rest.reduce(0) { $0 + $1.work }, for: tenant) { [pepper] in
            let matches = try hash.matches(password, pepper: pepper)
            for cost in rest { _ = try PasswordHash.derive(password, pepper: pepper, salt: Self.restSalt, cost: cost) }
            return matches
        }
        let isRight = matches && stored != nil
        return Check(isRight: isRight, isOutdated: isRight && hash.method != .own(cost))
    }

    /// More than a password of ours has, or one that was brought along.
    private static let maximumBytes = 4096

    /// For work whose result nobody needs.
    private static let restSalt = Data(repeating: 0, count: 16)

    /// Runs `body` on a thread of the gate.
    /// - Parameter work: what it takes, in blocks of scrypt.
    private func compute<Outcome: Sendable>(
        work: Int, for owner: Owner, _ body: @escaping @Sendable () throws -> Outcome
    ) async throws(DomainError) -> Outcome {
        guard await enter(owner) else { throw .unavailable(retryAfter: limits.deadline) }
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
        leave(owner, after: clock.now - start)
        guard case .success(let outcome) = result else { throw .unavailable(retryAfter: limits.deadline) }
        return outcome
    }

    /// Waits for a place.
    /// - Returns: false when the queue is full or the wait would be longer than the deadline.
    private func enter(_ owner: Owner) async -> Bool {
        await withCheckedContinuation { continuation in
            let now = ContinuousClock.now
            let answer: Bool? = state.withLock { state in
                if state.running < limits.width {
                    state.running += 1
                    state.begin(owner)
                    return true
                }
                let own = state.waiting.count { $0.owner == owner }
                guard state.waiting.count < limits.queue, own < limits.queueOfOne,
                    state.duration * (Double(state.turns(before: owner, own: own)) / Double(limits.width)) <= limits.deadline
                else { return false }
                state.waiting.append(Waiting(owner: owner, until: now + limits.deadline, continuation: continuation))
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Gives the place to one who still waits in time; who waited too long is turned away.
    private func leave(_ owner: Owner, after duration: Duration) {
        let now = ContinuousClock.now
        let (next, late) = state.withLock { state -> (Waiting?, [Waiting]) in
            state.duration = state.duration * 0.7 + duration * 0.3
            let late = state.waiting.filter { $0.until <= now }
            state.waiting.removeAll { $0.until <= now }
            state.end(owner)
            guard let next = state.takeNext() else {
                state.running -= 1
                return (nil, late)
            }
            return (next, late)
        }
        for waiting in late { waiting.continuation.resume(returning: false) }
        next?.continuation.resume(returning: true)
    }
}

extension PasswordGate.State {
    fileprivate mutating func begin(_ owner: PasswordGate.Owner) {
        turn += 1
        lastTurn[owner] = turn
        runningOf[owner, default: 0] += 1
    }

    fileprivate mutating func end(_ owner: PasswordGate.Owner) {
        let left = (runningOf[owner] ?? 1) - 1
        runningOf[owner] = left > 0 ? left : nil
        // Whoever neither waits nor runs has no turn to remember.
        let present = Set(waiting.map(\.owner)).union(runningOf.keys).union([owner])
        lastTurn = lastTurn.filter { present.contains($0.key) }
    }

    /// The first of those who have fewest hashes now, and of them who had no turn for longest.
    fileprivate mutating func takeNext() -> PasswordGate.Waiting? {
        let place = waiting.indices.min { one, other in
            let (left, right) = (waiting[one].owner, waiting[other].owner)
            return (runningOf[left] ?? 0, lastTurn[left] ?? 0, one) < (runningOf[right] ?? 0, lastTurn[right] ?? 0, other)
        }
        guard let place else { return nil }
        let next = waiting.remove(at: place)
        begin(next.owner)
        return next
    }

    /// How many hashes are done first, at most.
    fileprivate func turns(before owner: PasswordGate.Owner, own: Int) -> Int {
        let others = Set(waiting.map(\.owner)).union(runningOf.keys).subtracting([owner]).count
        return min(waiting.count + 1, (own + 1) * (others + 1))
    }
}
