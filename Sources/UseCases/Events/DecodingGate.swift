import Dispatch
import Domain
import Foundation
import Synchronization

/// Decompresses, parses and scrubs all deliveries of events: few at a time, on threads of their own, within a memory
/// budget and with a bounded queue.
///
/// A delivery of a few kilobytes can decompress to megabytes, and these to several times as much in values. None of
/// this may run on the cooperative pool, where it would stop every other request, or pile up while the disk is slow:
/// the memory of a delivery counts until it has been written or rejected. Tenants take turns, and none may use up the
/// queue or the budget.
public final class DecodingGate: Sendable {
    public struct Limits: Sendable {
        /// The number of deliveries decoded concurrently.
        public let width: Int
        /// The number of waiting deliveries; a further one is rejected.
        public let queue: Int
        /// Estimated memory of all deliveries that are being decoded, or wait for their transaction.
        public let bytes: Int
        /// The longest wait; a delivery that has waited longer is rejected.
        public let deadline: Duration

        /// The number of waiting deliveries of one tenant.
        public var queueOfOne: Int { min(queue, max(4, queue / 4)) }
        /// The memory of one tenant: some is always left for another.
        public var bytesOfOne: Int { bytes / 4 * 3 }

        public init(
            width: Int = ProcessInfo.processInfo.activeProcessorCount,
            queue: Int = 64,
            bytes: Int = 64 << 20,
            deadline: Duration = .seconds(5)
        ) {
            self.width = max(1, width)
            self.queue = max(0, queue)
            self.bytes = max(4, bytes)
            self.deadline = deadline
        }
    }

    private struct Waiting {
        let tenant: Tenant.ID
        let bytes: Int
        let until: ContinuousClock.Instant
        let continuation: CheckedContinuation<DispatchQueue?, Never>
    }

    /// A waiting delivery, and the thread that it gets; nil when it is rejected.
    private struct Answer {
        let continuation: CheckedContinuation<DispatchQueue?, Never>
        let thread: DispatchQueue?
    }

    private struct State {
        /// The idle threads: one for each place.
        var threads: [DispatchQueue]
        var waiting: [Waiting] = []
        var bytes = 0
        var peak = 0
        var refused = 0
        var runningOf: [Tenant.ID: Int] = [:]
        var bytesOf: [Tenant.ID: Int] = [:]
        /// The number of the latest turn of each tenant that waits or decodes.
        var lastTurn: [Tenant.ID: Int] = [:]
        var turn = 0
    }

    public let limits: Limits
    private let state: Mutex<State>

    public init(limits: Limits = Limits()) {
        self.limits = limits
        // The queues are serial because each has a thread of its own: on Linux a concurrent queue takes threads from
        // the pool of all tasks.
        state = Mutex(State(threads: (1...limits.width).map { DispatchQueue(label: "gatehouse.decoding.\($0)") }))
    }

    public var queue: QueueDepth { QueueDepth(waiting: state.withLock(\.waiting.count), limit: limits.queue) }
    /// The number of deliveries being decoded.
    public var running: Int { limits.width - state.withLock(\.threads.count) }
    /// Estimated memory of deliveries that are decoded or wait for their transaction.
    public var bytesInFlight: Int { state.withLock(\.bytes) }
    /// The deliveries rejected since the start.
    public var refused: Int { state.withLock(\.refused) }

    /// Returns the most bytes in flight since the last call.
    public func takePeak() -> Int {
        state.withLock { state in
            defer { state.peak = state.bytes }
            return state.peak
        }
    }

    /// Waits for a place and runs `body` with it; the place and its bytes are freed when `body` ends.
    /// - Parameter bytes: the most memory that the delivery may need; capped at the share of one tenant.
    /// - Throws: `.unavailable` when the queue is full or the wait too long, and whatever `body` throws.
    public func withPlace<Outcome>(
        for tenant: Tenant.ID,
        bytes: Int,
        _ body: (Place) async throws -> Outcome
    ) async throws -> Outcome {
        let bytes = min(max(bytes, 0), limits.bytesOfOne)
        guard let thread = await enter(tenant, bytes) else {
            throw DomainError.unavailable(retryAfter: limits.deadline)
        }
        let place = Place(gate: self, tenant: tenant, thread: thread, bytes: bytes)
        defer { place.end() }
        return try await body(place)
    }

    private func enter(_ tenant: Tenant.ID, _ bytes: Int) async -> DispatchQueue? {
        await withCheckedContinuation { continuation in
            let now = ContinuousClock.now
            let answers = state.withLock { state -> [Answer] in
                var answers = takeLate(&state, now)
                if let thread = begin(tenant, bytes, &state) {
                    answers.append(Answer(continuation: continuation, thread: thread))
                } else if state.waiting.count < limits.queue,
                    state.waiting.count(where: { $0.tenant == tenant }) < limits.queueOfOne
                {
                    state.waiting.append(
                        Waiting(tenant: tenant, bytes: bytes, until: now + limits.deadline, continuation: continuation)
                    )
                } else {
                    state.refused += 1
                    answers.append(Answer(continuation: continuation, thread: nil))
                }
                return answers
            }
            for answer in answers { answer.continuation.resume(returning: answer.thread) }
        }
    }

    /// Changes the usage, and admits the deliveries that fit now.
    private func change(_ tenant: Tenant.ID, _ body: @Sendable (inout State) -> Void) {
        let now = ContinuousClock.now
        let answers = state.withLock { state -> [Answer] in
            body(&state)
            var answers = takeLate(&state, now)
            while let (next, thread) = takeNext(&state) {
                answers.append(Answer(continuation: next.continuation, thread: thread))
            }
            forgetTurn(of: tenant, &state)
            return answers
        }
        for answer in answers { answer.continuation.resume(returning: answer.thread) }
    }

    // MARK: Turns

    /// - Returns: nil when there is no thread, or not enough memory.
    private func begin(_ tenant: Tenant.ID, _ bytes: Int, _ state: inout State) -> DispatchQueue? {
        guard fits(tenant, bytes, state), let thread = state.threads.popLast() else { return nil }
        state.turn += 1
        state.lastTurn[tenant] = state.turn
        state.runningOf[tenant, default: 0] += 1
        Self.add(bytes, of: tenant, &state)
        return thread
    }

    private func fits(_ tenant: Tenant.ID, _ bytes: Int, _ state: State) -> Bool {
        state.bytes + bytes <= limits.bytes && state.bytesOf[tenant, default: 0] + bytes <= limits.bytesOfOne
    }

    /// Takes, among the deliveries whose memory fits, the first of the tenant that decodes least now; of equal tenants
    /// the one with the longest time without a turn.
    private func takeNext(_ state: inout State) -> (Waiting, DispatchQueue)? {
        guard !state.threads.isEmpty else { return nil }
        let places = state.waiting.indices.filter { fits(state.waiting[$0].tenant, state.waiting[$0].bytes, state) }
        let place = places.min { one, other in
            let (left, right) = (state.waiting[one].tenant, state.waiting[other].tenant)
            return (state.runningOf[left] ?? 0, state.lastTurn[left] ?? 0, one)
                < (state.runningOf[right] ?? 0, state.lastTurn[right] ?? 0, other)
        }
        guard let place else { return nil }
        let next = state.waiting.remove(at: place)
        return begin(next.tenant, next.bytes, &state).map { (next, $0) }
    }

    private func takeLate(_ state: inout State, _ now: ContinuousClock.Instant) -> [Answer] {
        let late = state.waiting.filter { $0.until <= now }
        guard !late.isEmpty else { return [] }
        state.waiting.removeAll { $0.until <= now }
        state.refused += late.count
        for tenant in late.map(\.tenant) { forgetTurn(of: tenant, &state) }
        return late.map { Answer(continuation: $0.continuation, thread: nil) }
    }

    /// A tenant that neither waits nor decodes has no turn to remember.
    private func forgetTurn(of tenant: Tenant.ID, _ state: inout State) {
        guard state.runningOf[tenant] == nil, !state.waiting.contains(where: { $0.tenant == tenant }) else { return }
        state.lastTurn[tenant] = nil
    }

    private static func add(_ bytes: Int, of tenant: Tenant.ID, _ state: inout State) {
        state.bytes += bytes
        state.peak = max(state.peak, state.bytes)
        let own = state.bytesOf[tenant, default: 0] + bytes
        state.bytesOf[tenant] = own > 0 ? own : nil
    }

    // MARK: Places

    /// Holds a delivery's thread, until it is released, and its memory, until the delivery has been written or
    /// rejected.
    public final class Place: Sendable {
        private let gate: DecodingGate
        private let tenant: Tenant.ID
        private let held: Mutex<(thread: DispatchQueue?, bytes: Int)>

        fileprivate init(gate: DecodingGate, tenant: Tenant.ID, thread: DispatchQueue, bytes: Int) {
            self.gate = gate
            self.tenant = tenant
            held = Mutex((thread, bytes))
        }

        /// Runs `work` on the thread.
        /// - Precondition: the thread has not been released.
        public func run<Outcome: Sendable>(_ work: @escaping @Sendable () throws -> Outcome) async throws -> Outcome {
            let thread = held.withLock { $0.thread }!  // stated above
            return try await withCheckedThrowingContinuation { continuation in
                thread.async { continuation.resume(with: Result { try work() }) }
            }
        }

        /// Sets the memory that the delivery needs, once it is known.
        public func hold(_ bytes: Int) { change(keepsThread: true, bytes: bytes) }

        /// Releases the thread; `bytes` are held until the place ends.
        public func leave(holding bytes: Int) { change(keepsThread: false, bytes: bytes) }

        fileprivate func end() { change(keepsThread: false, bytes: 0) }

        private func change(keepsThread: Bool, bytes: Int) {
            let (thread, difference) = held.withLock { held -> (DispatchQueue?, Int) in
                let thread = keepsThread ? nil : held.thread
                if !keepsThread { held.thread = nil }
                defer { held.bytes = bytes }
                return (thread, bytes - held.bytes)
            }
            guard thread != nil || difference != 0 else { return }
            gate.change(tenant) { state in
                if let thread {
                    state.threads.append(thread)
                    let running = (state.runningOf[tenant] ?? 1) - 1
                    state.runningOf[tenant] = running > 0 ? running : nil
                }
                DecodingGate.add(difference, of: tenant, &state)
            }
        }
    }
}
