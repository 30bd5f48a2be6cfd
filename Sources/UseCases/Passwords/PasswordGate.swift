import Crypto
import Dispatch
import Domain
import Foundation
import Synchronization

/// The one place where passwords are hashed: few at a time, on threads of their own, with a queue that has an end.
///
/// Tenants take turns, and so does the console, which is of no tenant: a flood at one of them makes nobody else wait
/// for more than the hash that runs. Within each the networks take turns, and devices that signed in before come first.
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
        /// Of them, those of one network, whatever tenant they are for.
        public var queueOfNetwork: Int { queueOfOne }
        /// Of them, those that only the console has.
        public var queueOfConsole: Int { min(queue / 2, max(1, queue / 16)) }
        /// Hashes at the same time for one network.
        public let runningOfNetwork = 2
        /// Who would wait longer than this is refused at once.
        public let deadline: Duration

        public init(width: Int = 2, queue: Int = 64, deadline: Duration = .seconds(5)) {
            self.width = max(1, width)
            self.queue = max(0, queue)
            self.deadline = deadline
        }
    }

    /// How full the queue is, for whoever watches.
    public var queue: QueueDepth { QueueDepth(waiting: state.withLock { $0.queue.waiting.count }, limit: limits.queue) }
    /// Hashes that are computed now.
    public var running: Int { state.withLock { $0.queue.running } }
    /// Someone would have to wait: then it matters who is known.
    var isBusy: Bool { state.withLock { $0.queue.running >= limits.width } }
    /// All that has been computed, in blocks of scrypt: what one check takes can be told from another's.
    public var workDone: Int { state.withLock { $0.workDone } }

    /// From where a password comes: an IPv4 /24 or an IPv6 /48 is one network.
    public struct Requester: Sendable, Hashable {
        /// Nil for who acts on the machine, or through an administrator.
        let network: String?
        /// The device, or its network, is one from which this account signed in before.
        let isKnown: Bool

        public init(_ origin: Principal.Origin?, isKnown: Bool = false) {
            network = origin.map { AddressNetwork.widest($0.address) }
            self.isKnown = isKnown
        }

        public static let machine = Requester(nil)
    }

    private typealias Queue = PasswordQueue<CheckedContinuation<Bool, Never>>

    private struct State {
        /// Of those that are not hashing: one for each place.
        var threads: [DispatchQueue]
        var workDone = 0
        var queue: Queue
    }

    private let limits: Limits
    private let cost: PasswordHash.Cost
    private let pepper: SymmetricKey
    private let random: @Sendable (Int) -> [UInt8]
    /// Compared with when there is no account: the same work, and never right.
    private let dummy: PasswordHash
    private let state: Mutex<State>

    public init(
        limits: Limits = Limits(),
        cost: PasswordHash.Cost = .standard,
        root: RootKey,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.limits = limits
        self.cost = cost
        self.random = random
        // Serial queues, for each has a thread of its own: on Linux a concurrent one takes its threads from those of
        // all tasks, and two hashes would stop every request of a machine with two cores.
        let threads = (1...limits.width).map { DispatchQueue(label: "gatehouse.passwords.\($0)") }
        state = Mutex(State(threads: threads, queue: Queue(limits: limits)))
        pepper = root.derived(for: .pepper)
        dummy = PasswordHash(.own(cost), salt: Data(random(16)), key: Data(random(32)))
    }

    /// Hashes a new password.
    /// - Parameters:
    ///   - tenant: whose turn it takes; nil for what is of no tenant.
    ///   - requester: who gets no more than the share of a network.
    /// - Throws: `.unavailable` when the gate is full.
    public func hash(
        _ password: String,
        for tenant: Tenant.ID?,
        from requester: Requester = .machine
    ) async throws(DomainError) -> PasswordHash {
        let salt = Data(random(16))
        let key = try await compute(work: cost.work, for: tenant, from: requester) { [pepper, cost] in
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
    /// A hash from before the cost was raised, or from another system, is cheaper: the rest is made up, or a quick
    /// answer would tell that there is an account. One that is longer than any can be is wrong, after the same work.
    /// - Parameters:
    ///   - tenant: whose turn it takes; nil for what is of no tenant.
    ///   - requester: who gets no more than the share of a network.
    /// - Throws: `.unavailable` when the gate is full.
    public func check(
        _ password: String,
        against stored: PasswordHash?,
        for tenant: Tenant.ID?,
        from requester: Requester = .machine
    ) async throws(DomainError) -> Check {
        guard password.utf8.count <= Self.maximumBytes else {
            _ = try await check("", against: stored, for: tenant, from: requester)
            return Check(isRight: false, isOutdated: false)
        }
        let hash = stored ?? dummy
        let rest = cost.rounds(for: cost.work - hash.work)
        let work = hash.work + rest.reduce(0) { $0 + $1.work }
        let matches = try await compute(work: work, for: tenant, from: requester) { [pepper] in
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
        work: Int,
        for owner: Queue.Owner,
        from requester: Requester,
        _ body: @escaping @Sendable () throws -> Outcome
    ) async throws(DomainError) -> Outcome {
        guard await enter(owner, requester) else { throw .unavailable(retryAfter: limits.deadline) }
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
        leave(owner, requester, after: clock.now - start)
        guard case .success(let outcome) = result else { throw .unavailable(retryAfter: limits.deadline) }
        return outcome
    }

    /// Waits for a place.
    /// - Returns: false when there is no place to wait, the wait would be longer than the deadline, or someone else
    ///   took the place.
    private func enter(_ owner: Queue.Owner, _ requester: Requester) async -> Bool {
        await withCheckedContinuation { continuation in
            let until = ContinuousClock.now + limits.deadline
            let entry = state.withLock {
                $0.queue.enter(Queue.Waiting(owner: owner, requester: requester, until: until, ticket: continuation))
            }
            switch entry {
            case .begins: continuation.resume(returning: true)
            case .refused: continuation.resume(returning: false)
            case .waits(let displaced): displaced?.resume(returning: false)
            }
        }
    }

    /// Gives the place to one who still waits in time; who waited too long is turned away.
    private func leave(_ owner: Queue.Owner, _ requester: Requester, after duration: Duration) {
        let now = ContinuousClock.now
        let (begin, late) = state.withLock { $0.queue.leave(owner, requester, after: duration, at: now) }
        for continuation in late { continuation.resume(returning: false) }
        for continuation in begin { continuation.resume(returning: true) }
    }
}
