import Admission
import Dispatch
import Domain
import Foundation
import Synchronization

/// Decompresses, parses and scrubs all deliveries of events: few at a time, long ones on threads of their own, within a
/// memory budget and with a bounded queue.
///
/// A delivery of a few kilobytes can decompress to megabytes, and these to several times as much in values. None of
/// this may run on the cooperative pool, where it would stop every other request, or pile up while the disk is slow:
/// the memory of a delivery counts until it has been written or rejected, and while it waits its body counts. Tenants
/// take turns, and none may use up the queue or the budget. A short one is decoded on the pool all the same: to hand it to
/// a thread and back takes longer.
public final class DecodingGate: Sendable {
    /// What is decoded on the pool: 0.2 ms of a core mostly, some where it is made of tiny items, each of which is paid for.
    public static let shortBytes = 4 << 10

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
            queue: Int = 256,
            bytes: Int = 40 << 20,
            deadline: Duration = .seconds(5)
        ) {
            self.width = max(1, width)
            self.queue = max(0, queue)
            self.bytes = max(4, bytes)
            self.deadline = deadline
        }
    }

    public let limits: Limits
    private let state: Mutex<DecodingQueue>
    private let deadlines = DispatchQueue(label: "gatehouse.decoding.deadlines")

    init(limits: Limits = Limits()) {
        self.limits = limits
        state = Mutex(DecodingQueue(limits: limits))
    }

    public var queue: QueueDepth { QueueDepth(waiting: state.withLock(\.waiting.count), limit: limits.queue) }
    /// The number of deliveries being decoded.
    public var running: Int { state.withLock(\.threads.busyCount) }
    /// Estimated memory of deliveries: bodies that wait, and what is decoded or waits for its transaction.
    public var bytesInFlight: Int { state.withLock(\.held) }
    /// The deliveries rejected since the start.
    public var rejected: Int { state.withLock(\.rejected) }

    /// Returns the most bytes in flight since the last call.
    public func takePeak() -> Int { state.withLock { $0.takePeak() } }

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
        case .rejected: throw DomainError.unavailable(retryAfter: limits.deadline)
        case .cancelled: throw CancellationError()
        case .thread(let thread):
            let place = Place(gate: self, tenant: tenant, thread: thread, bytes: bytes)
            defer { place.end() }
            return try await body(place)
        }
    }

    private func enter(_ tenant: Tenant.ID, _ bytes: Int, bodyBytes: Int) async -> DecodingQueue.Entry {
        let id = state.withLock { $0.nextID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: CheckedContinuation<DecodingQueue.Entry, Never>) in
                enter(
                    DecodingQueue.Waiting(
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

    private func enter(_ delivery: DecodingQueue.Waiting) {
        let now = ContinuousClock.now
        let (answers, startsTimer) = state.withLock { $0.enter(delivery, now) }
        if startsTimer { startTimer(limits.deadline) }
        for answer in answers { answer.resume() }
    }

    private func cancel(_ id: UInt64) {
        let answer = state.withLock { $0.cancel(id) }
        answer?.resume()
    }

    /// The timer ends the wait of those that are late when no other delivery comes or ends.
    private func startTimer(_ delay: Duration) {
        let time = DispatchTime.now() + .nanoseconds(Int(delay / .nanoseconds(1)))
        deadlines.asyncAfter(deadline: time) { [weak self] in self?.expire() }
    }

    private func expire() {
        let now = ContinuousClock.now
        let (answers, next) = state.withLock { $0.expire(now) }
        if let next { startTimer(max(now.duration(to: next), .milliseconds(1))) }
        for answer in answers { answer.resume() }
    }

    /// Frees what a place no longer holds, and admits the deliveries that fit now.
    private func change(_ tenant: Tenant.ID, freeing thread: Threads.Thread?, adding bytes: Int) {
        let now = ContinuousClock.now
        let answers = state.withLock { $0.change(tenant, freeing: thread, adding: bytes, now) }
        for answer in answers { answer.resume() }
    }

    /// Holds a delivery's thread, until it is released, and its memory, until the delivery has been written or
    /// rejected.
    public final class Place: Sendable {
        private let gate: DecodingGate
        private let tenant: Tenant.ID
        private let held: Mutex<(thread: Threads.Thread?, bytes: Int)>

        fileprivate init(gate: DecodingGate, tenant: Tenant.ID, thread: Threads.Thread, bytes: Int) {
            self.gate = gate
            self.tenant = tenant
            held = Mutex((thread, bytes))
        }

        /// Runs `work` on the thread, or at once where it is short. Work that has begun is not stopped, so its memory counts
        /// until it ends.
        /// - Parameter bytes: what the work reads, where that bounds its time.
        /// - Precondition: the thread has not been released.
        /// - Throws: `CancellationError` when the task was cancelled before, and whatever `work` throws.
        public func run<Outcome: Sendable>(
            reading bytes: Int = .max,
            _ work: @escaping @Sendable () throws -> Outcome
        ) async throws -> Outcome {
            try Task.checkCancellation()
            if bytes <= DecodingGate.shortBytes { return try work() }
            return try await held.withLock { $0.thread }!.run(work)  // stated above
        }

        /// Sets the memory that the delivery needs, once it is known.
        public func hold(_ bytes: Int) { change(keepsThread: true, bytes: bytes) }

        /// Releases the thread; `bytes` are held until the place ends.
        public func leave(holding bytes: Int) { change(keepsThread: false, bytes: bytes) }

        fileprivate func end() { change(keepsThread: false, bytes: 0) }

        private func change(keepsThread: Bool, bytes: Int) {
            let (thread, difference) = held.withLock { held -> (Threads.Thread?, Int) in
                let thread = keepsThread ? nil : held.thread
                if !keepsThread { held.thread = nil }
                defer { held.bytes = bytes }
                return (thread, bytes - held.bytes)
            }
            guard thread != nil || difference != 0 else { return }
            gate.change(tenant, freeing: thread, adding: difference)
        }
    }
}
