import Dispatch
import Domain
import Foundation
import Synchronization

/// Decompresses, parses and scrubs all deliveries of events: few at a time, on threads of their own, within a memory
/// budget and with a bounded queue.
///
/// A delivery of a few kilobytes can decompress to megabytes, and these to several times as much in values. None of
/// this may run on the cooperative pool, where it would stop every other request, or pile up while the disk is slow:
/// the memory of a delivery counts until it has been written or rejected, and while it waits its body counts. Tenants
/// take turns, and none may use up the queue or the budget.
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
        /// The bodies of waiting deliveries, which are smaller than what these become.
        public var waitingBytes: Int { bytes / 2 }
        /// The bodies of waiting deliveries of one tenant.
        public var waitingBytesOfOne: Int { waitingBytes / 4 * 3 }

        public init(
            width: Int = ProcessInfo.processInfo.activeProcessorCount,
            queue: Int = 64,
            bytes: Int = 40 << 20,
            deadline: Duration = .seconds(5)
        ) {
            self.width = max(1, width)
            self.queue = max(0, queue)
            self.bytes = max(4, bytes)
            self.deadline = deadline
        }
    }

    /// How the wait of a delivery ends.
    private enum Entry {
        case thread(DispatchQueue), refused, cancelled
    }

    private struct Waiting {
        let id: UInt64
        let tenant: Tenant.ID
        /// What it needs once it is decoded.
        let bytes: Int
        /// What it takes while it waits.
        let bodyBytes: Int
        let until: ContinuousClock.Instant
        let continuation: CheckedContinuation<Entry, Never>
    }

    private struct Answer {
        let continuation: CheckedContinuation<Entry, Never>
        let entry: Entry
    }

    private struct State {
        /// The idle threads: one for each place.
        var threads: [DispatchQueue]
        var waiting: [Waiting] = []
        var lastID: UInt64 = 0
        /// Whether the timer runs that ends the wait of those that are late.
        var hasTimer = false
        /// The memory of those that have a place.
        var bytes = 0
        var peak = 0
        var refused = 0
        var runningOf: [Tenant.ID: Int] = [:]
        var bytesOf: [Tenant.ID: Int] = [:]
        /// The number of the latest turn of each tenant that waits or decodes.
        var lastTurn: [Tenant.ID: Int] = [:]
        var turn = 0

        /// The bodies of those that wait.
        var waitingBytes: Int { waiting.reduce(0) { $0 + $1.bodyBytes } }
        /// All memory.
        var held: Int { bytes + waitingBytes }
    }

    public let limits: Limits
    private let state: Mutex<State>
    private let deadlines = DispatchQueue(label: "gatehouse.decoding.deadlines")

    public init(limits: Limits = Limits()) {
        self.limits = limits
        // The queues are serial because each has a thread of its own: on Linux a concurrent queue takes threads from
        // the pool of all tasks.
        state = Mutex(State(threads: (1...limits.width).map { DispatchQueue(label: "gatehouse.decoding.\($0)") }))
    }

    public var queue: QueueDepth { QueueDepth(waiting: state.withLock(\.waiting.count), limit: limits.queue) }
    /// The number of deliveries being decoded.
    public var running: Int { limits.width - state.withLock(\.threads.count) }
    /// Estimated memory of deliveries: bodies that wait, and what is decoded or waits for its transaction.
    public var bytesInFlight: Int { state.withLock(\.held) }
    /// The deliveries rejected since the start.
    public var refused: Int { state.withLock(\.refused) }

    /// Returns the most bytes in flight since the last call.
    public func takePeak() -> Int {
        state.withLock { state in
            defer { state.peak = state.held }
            return state.peak
        }
    }

    /// Waits for a place and runs `body` with it; the place and its bytes are freed when `body` ends.
    /// - Parameters:
    ///   - bytes: the most memory that the delivery may need; capped at the share of one tenant.
    ///   - bodyBytes: the memory that it takes while it waits.
    /// - Throws: `.unavailable` when the queue is full or the wait too long, `CancellationError` when the task is
    ///   cancelled while it waits, and whatever `body` throws.
    public func withPlace<Outcome>(
        for tenant: Tenant.ID,
        bytes: Int,
        bodyBytes: Int,
        _ body: (Place) async throws -> Outcome
    ) async throws -> Outcome {
        let bytes = min(max(bytes, 0), limits.bytesOfOne)
        switch await enter(tenant, bytes, bodyBytes: max(bodyBytes, 0)) {
        case .refused: throw DomainError.unavailable(retryAfter: limits.deadline)
        case .cancelled: throw CancellationError()
        case .thread(let thread):
            let place = Place(gate: self, tenant: tenant, thread: thread, bytes: bytes)
            defer { place.end() }
            return try await body(place)
        }
    }

    private func enter(_ tenant: Tenant.ID, _ bytes: Int, bodyBytes: Int) async -> Entry {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<Entry, Never>) in
                enter(
                    Waiting(
                        id: id,
                        tenant: tenant,
                        bytes: bytes,
                        bodyBytes: bodyBytes,
                        until: ContinuousClock.now + limits.deadline,
                        continuation: continuation
                    )
                )
                // A task that was cancelled before is not told again.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func enter(_ delivery: Waiting) {
        let now = ContinuousClock.now
        let (answers, startsTimer) = state.withLock { state -> ([Answer], Bool) in
            var answers = takeLate(&state, now)
            var startsTimer = false
            if let thread = begin(delivery.tenant, delivery.bytes, &state) {
                answers.append(Answer(continuation: delivery.continuation, entry: .thread(thread)))
                return (answers, false)
            }
            answers += makeRoom(for: delivery, &state)
            if mayWait(delivery, state) {
                state.waiting.append(delivery)
                state.peak = max(state.peak, state.held)
                startsTimer = !state.hasTimer
                state.hasTimer = true
            } else {
                state.refused += 1
                answers.append(Answer(continuation: delivery.continuation, entry: .refused))
            }
            return (answers, startsTimer)
        }
        if startsTimer { startTimer(limits.deadline) }
        for answer in answers { answer.continuation.resume(returning: answer.entry) }
    }

    /// Whether there is room in the queue, and for the body.
    private func mayWait(_ delivery: Waiting, _ state: State) -> Bool {
        let own = state.waiting.filter { $0.tenant == delivery.tenant }
        return state.waiting.count < limits.queue && own.count < limits.queueOfOne
            && state.waitingBytes + delivery.bodyBytes <= limits.waitingBytes
            && own.reduce(delivery.bodyBytes) { $0 + $1.bodyBytes } <= limits.waitingBytesOfOne
    }

    /// Rejects the last deliveries of the tenants with the most, as far as the first of another needs their room: keys
    /// of a few tenants do not keep everyone else out.
    private func makeRoom(for delivery: Waiting, _ state: inout State) -> [Answer] {
        guard !state.waiting.contains(where: { $0.tenant == delivery.tenant }) else { return [] }
        var (trial, displaced) = (state, [Waiting]())
        while !mayWait(delivery, trial) {
            let counts = Dictionary(trial.waiting.map { ($0.tenant, 1) }, uniquingKeysWith: +)
            guard let most = counts.max(by: { $0.value < $1.value }), most.value > 1,
                let last = trial.waiting.lastIndex(where: { $0.tenant == most.key })
            else { return [] }
            displaced.append(trial.waiting.remove(at: last))
        }
        trial.refused += displaced.count
        state = trial
        return displaced.map { Answer(continuation: $0.continuation, entry: .refused) }
    }

    private func cancel(_ id: UInt64) {
        let cancelled = state.withLock { state -> Waiting? in
            guard let place = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
            let delivery = state.waiting.remove(at: place)
            forgetTurn(of: delivery.tenant, &state)
            return delivery
        }
        cancelled?.continuation.resume(returning: .cancelled)
    }

    // MARK: Deadlines

    /// The timer ends the wait of those that are late when no other delivery comes or ends.
    private func startTimer(_ delay: Duration) {
        let moment = DispatchTime.now() + .nanoseconds(Int(delay / .nanoseconds(1)))
        deadlines.asyncAfter(deadline: moment) { [weak self] in self?.expire() }
    }

    private func expire() {
        let now = ContinuousClock.now
        let (answers, next) = state.withLock { state -> ([Answer], Duration?) in
            let answers = takeLate(&state, now)
            let next = state.waiting.map(\.until).min()
            state.hasTimer = next != nil
            return (answers, next.map { now.duration(to: $0) })
        }
        if let next { startTimer(max(next, .milliseconds(1))) }
        for answer in answers { answer.continuation.resume(returning: answer.entry) }
    }

    /// Changes the usage, and admits the deliveries that fit now.
    private func change(_ tenant: Tenant.ID, _ body: @Sendable (inout State) -> Void) {
        let now = ContinuousClock.now
        let answers = state.withLock { state -> [Answer] in
            body(&state)
            var answers = takeLate(&state, now)
            while let (next, thread) = takeNext(&state) {
                answers.append(Answer(continuation: next.continuation, entry: .thread(thread)))
            }
            forgetTurn(of: tenant, &state)
            return answers
        }
        for answer in answers { answer.continuation.resume(returning: answer.entry) }
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
        return late.map { Answer(continuation: $0.continuation, entry: .refused) }
    }

    /// A tenant that neither waits nor decodes has no turn to remember.
    private func forgetTurn(of tenant: Tenant.ID, _ state: inout State) {
        guard state.runningOf[tenant] == nil, !state.waiting.contains(where: { $0.tenant == tenant }) else { return }
        state.lastTurn[tenant] = nil
    }

    private static func add(_ bytes: Int, of tenant: Tenant.ID, _ state: inout State) {
        state.bytes += bytes
        state.peak = max(state.peak, state.held)
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

        /// Runs `work` on the thread. Work that has begun is not stopped, so its memory counts until it ends.
        /// - Precondition: the thread has not been released.
        /// - Throws: `CancellationError` when the task was cancelled before, and whatever `work` throws.
        public func run<Outcome: Sendable>(_ work: @escaping @Sendable () throws -> Outcome) async throws -> Outcome {
            try Task.checkCancellation()
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
