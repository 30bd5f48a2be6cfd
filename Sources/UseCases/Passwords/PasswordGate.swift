import Admission
import Crypto
import Domain
import Foundation
import Synchronization

/// Computes all password hashes: few at a time, on threads of their own, with a bounded queue.
///
/// Tenants take turns, and so does the console, which belongs to no tenant: under a flood at one tenant, the others
/// wait for no more than the hash that runs. Within a tenant the networks take turns, and known devices come first.
///
/// A hash costs 128 MiB and half a second of a core, so the gate keeps a flood of sign-ins from exhausting the memory
/// and from delaying every other route.
public final class PasswordGate: Sendable {
    public struct Limits: Sendable {
        /// The number of concurrent hashes.
        public let width: Int
        /// The number of waiting requests; a further one is rejected.
        public let queue: Int
        /// The places in the queue that one tenant may have.
        public var queueOfOne: Int { min(queue, max(4, queue / 4)) }
        /// The places in the queue that one network may have, over all tenants.
        public var queueOfNetwork: Int { queueOfOne }
        /// The places in the queue that are reserved for the console.
        public var queueOfConsole: Int { min(queue / 2, max(1, queue / 16)) }
        /// The number of concurrent hashes for one network.
        public let runningOfNetwork = 2
        /// A request that would wait longer is rejected at once.
        public let deadline: Duration

        public init(width: Int = 2, queue: Int = 64, deadline: Duration = .seconds(5)) {
            self.width = max(1, width)
            self.queue = max(0, queue)
            self.deadline = deadline
        }
    }

    /// How full the queue is, for metrics.
    public var queue: QueueDepth { QueueDepth(waiting: state.withLock { $0.queue.waiting }, limit: limits.queue) }
    /// The number of hashes being computed.
    public var running: Int { state.withLock { $0.queue.running } }
    /// Whether a new request would have to wait; only then does a known network or device matter.
    var isBusy: Bool { state.withLock { $0.queue.running >= limits.width } }
    /// All work done so far, in blocks of scrypt, so that the cost of one check can be measured.
    public var workDone: Int { state.withLock { $0.workDone } }

    /// The hash that no password matches, of the kind and cost of new ones.
    var placeholder: PasswordHash { dummy }

    /// The network that a password comes from: an IPv4 /24 or an IPv6 /48.
    public struct Requester: Sendable, Hashable {
        /// Nil for a request from the command line, or through an administrator.
        let network: String?
        /// The device, or its network, is one from which this account signed in before.
        let isKnown: Bool

        public init(_ origin: RequestOrigin?, isKnown: Bool = false) {
            network = origin.map { AddressNetwork.widest($0.address) }
            self.isKnown = isKnown
        }

        init(network: String?, isKnown: Bool) {
            self.network = network
            self.isKnown = isKnown
        }

        public static let machine = Requester(nil)
    }

    private typealias Queue = PasswordQueue<CheckedContinuation<Bool, Never>>

    private struct State {
        /// One for each place.
        var threads: Threads
        var workDone = 0
        var queue: Queue
    }

    private let limits: Limits
    private let cost: PasswordHash.Cost
    private let pepper: SymmetricKey
    private let random: @Sendable (Int) -> [UInt8]
    /// The hash that is compared when there is no account: equal work, and never a match.
    private let dummy: PasswordHash
    private let state: Mutex<State>

    init(
        limits: Limits = Limits(),
        cost: PasswordHash.Cost = .standard,
        root: RootKey,
        random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.limits = limits
        self.cost = cost
        self.random = random
        let threads = Threads(limits.width, label: "gatehouse.passwords")
        state = Mutex(State(threads: threads, queue: Queue(limits: limits)))
        pepper = root.derived(for: .pepper)
        dummy = PasswordHash(.own(cost), salt: Data(random(16)), key: Data(random(32)))
    }

    /// Hashes a new password.
    /// - Parameters:
    ///   - tenant: the tenant whose turn it takes; nil for the console and the command line.
    ///   - requester: the network, which gets no more than its share.
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

    /// The result of a check.
    public struct Check: Sendable {
        public let isRight: Bool
        /// The stored hash is of another kind or cost than new ones and should be replaced.
        public let isOutdated: Bool
    }

    /// Compares a password with a stored hash; without one it does the same work against a hash that nothing matches.
    ///
    /// A hash from before the cost was raised, or from another system, is cheaper to check: the rest of the work is
    /// added, or a quick answer would show that there is an account. A password over the maximum length is wrong, after
    /// as much work.
    /// - Parameters:
    ///   - tenant: the tenant whose turn it takes; nil for the console and the command line.
    ///   - requester: the network, which gets no more than its share.
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

    /// Longer than any password of this server or of an imported hash.
    private static let maximumBytes = 4096

    /// The salt of padding work, whose result is discarded.
    private static let restSalt = Data(repeating: 0, count: 16)

    /// Runs `body` on a thread of the gate.
    /// - Parameter work: the cost, in blocks of scrypt.
    private func compute<Outcome: Sendable>(
        work: Int,
        for owner: Queue.Owner,
        from requester: Requester,
        _ body: @escaping @Sendable () throws -> Outcome
    ) async throws(DomainError) -> Outcome {
        guard await enter(owner, requester) else { throw .unavailable(retryAfter: limits.deadline) }
        let clock = ContinuousClock()
        let start = clock.now
        let thread = state.withLock { $0.threads.take() }!  // as many as places, and this one has a place
        let outcome = try? await thread.run(body)
        state.withLock { state in
            state.threads.giveBack(thread)
            state.workDone += work
        }
        leave(owner, requester, after: clock.now - start)
        guard let outcome else { throw .unavailable(retryAfter: limits.deadline) }
        return outcome
    }

    /// Waits for a place.
    /// - Returns: false when the queue is full, the wait would exceed the deadline, or another request took the place.
    private func enter(_ owner: Queue.Owner, _ requester: Requester) async -> Bool {
        await withCheckedContinuation { continuation in
            let until = ContinuousClock.now + limits.deadline
            let entry = state.withLock {
                $0.queue.enter(Queue.Waiting(owner: owner, requester: requester, until: until, ticket: continuation))
            }
            switch entry {
            case .begins: continuation.resume(returning: true)
            case .rejected: continuation.resume(returning: false)
            case .waits(let displaced): displaced?.resume(returning: false)
            }
        }
    }

    /// Passes the place to a request that still waits within its deadline; rejects those that waited too long.
    private func leave(_ owner: Queue.Owner, _ requester: Requester, after duration: Duration) {
        let now = ContinuousClock.now
        let (begin, late) = state.withLock { $0.queue.leave(owner, requester, after: duration, at: now) }
        for continuation in late { continuation.resume(returning: false) }
        for continuation in begin { continuation.resume(returning: true) }
    }
}
