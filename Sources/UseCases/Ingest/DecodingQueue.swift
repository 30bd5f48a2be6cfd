import Admission
import Domain

/// The deliveries at the gate of decoding: who waits, what those with a place take, and whose turn is next.
///
/// The gate calls it under its lock, and resumes the waits that it returns after that.
struct DecodingQueue {
    /// How the wait of a delivery ends.
    enum Entry {
        case thread(Threads.Thread), rejected, cancelled
    }

    struct Waiting: Sendable {
        let id: UInt64
        let tenant: Tenant.ID
        /// What it needs once it is decoded.
        let bytes: Int
        /// What it takes while it waits.
        let bodyBytes: Int
        let until: ContinuousClock.Instant
        let continuation: CheckedContinuation<Entry, Never>
    }

    /// The end of a wait.
    struct Answer {
        let continuation: CheckedContinuation<Entry, Never>
        let entry: Entry

        func resume() { continuation.resume(returning: entry) }
    }

    private let limits: DecodingGate.Limits
    /// One for each place.
    private(set) var threads: Threads
    private(set) var waiting = FairQueue<Tenant.ID, Waiting>()
    /// The deliveries rejected since the start.
    private(set) var rejected = 0
    private var lastID: UInt64 = 0
    /// Whether the timer runs that ends the wait of those that are late.
    private var hasTimer = false
    private var running = Usage<Tenant.ID>()
    /// The memory of those that have a place.
    private var decoded = Usage<Tenant.ID>()
    /// The memory of those that wait.
    private var bodies = Usage<Tenant.ID>()
    private var peak = 0

    init(limits: DecodingGate.Limits) {
        self.limits = limits
        threads = Threads(limits.width, label: "gatehouse.decoding")
    }

    /// All memory: what is decoded, and the bodies of those that wait.
    var held: Int { decoded.total + bodies.total }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Returns the most memory since the last call.
    mutating func takePeak() -> Int {
        defer { peak = held }
        return peak
    }

    /// Admits a delivery, lets it wait, or rejects it.
    /// - Returns: the waits that end, and whether the timer must be started.
    mutating func enter(_ delivery: Waiting, _ now: ContinuousClock.Instant) -> (answers: [Answer], startsTimer: Bool) {
        defer { peak = max(peak, held) }
        var answers = takeLate(now)
        if fits(delivery.tenant, delivery), let thread = threads.take() {
            waiting.takeTurn(of: delivery.tenant)
            return (answers + [begin(delivery, on: thread)], false)
        }
        answers += makeRoom(for: delivery)
        guard mayWait(delivery) else { return (answers + reject([delivery]), false) }
        waiting.append(delivery, of: delivery.tenant)
        bodies.add(delivery.bodyBytes, for: delivery.tenant)
        defer { hasTimer = true }
        return (answers, !hasTimer)
    }

    /// - Returns: nil for a delivery that no longer waits.
    mutating func cancel(_ id: UInt64) -> Answer? {
        let delivery = remove { $0.id == id }.first
        return delivery.map { Answer(continuation: $0.continuation, entry: .cancelled) }
    }

    /// Ends the wait of those that are late.
    /// - Returns: their waits, and when the next one is late.
    mutating func expire(_ now: ContinuousClock.Instant) -> (answers: [Answer], next: ContinuousClock.Instant?) {
        let answers = takeLate(now)
        let next = waiting.firstOfEach.map(\.until).min()
        hasTimer = next != nil
        return (answers, next)
    }

    /// Takes a thread back, changes the memory of a tenant, and admits those that fit now: of the tenant that decodes
    /// least, the first that fits.
    mutating func change(
        _ tenant: Tenant.ID,
        freeing thread: Threads.Thread?,
        adding bytes: Int,
        _ now: ContinuousClock.Instant
    ) -> [Answer] {
        defer { peak = max(peak, held) }
        if let thread {
            threads.giveBack(thread)
            running.add(-1, for: tenant)
        }
        decoded.add(bytes, for: tenant)
        peak = max(peak, held)
        var answers = takeLate(now)
        while threads.hasIdle, let next = waiting.next({ [running] in running[$0] }, fits: fits),
            let thread = threads.take()
        {
            bodies.add(-next.item.bodyBytes, for: next.owner)
            answers.append(begin(next.item, on: thread))
        }
        return answers
    }

    private mutating func begin(_ delivery: Waiting, on thread: Threads.Thread) -> Answer {
        running.add(1, for: delivery.tenant)
        decoded.add(delivery.bytes, for: delivery.tenant)
        return Answer(continuation: delivery.continuation, entry: .thread(thread))
    }

    /// Whether there is enough memory.
    private var fits: (Tenant.ID, Waiting) -> Bool {
        { [decoded, limits] tenant, delivery in
            decoded.total + delivery.bytes <= limits.bytes && decoded[tenant] + delivery.bytes <= limits.bytesOfOne
        }
    }

    /// Whether there is room in the queue, and for the body.
    private func mayWait(_ delivery: Waiting) -> Bool {
        let (tenant, bytes) = (delivery.tenant, delivery.bodyBytes)
        return waiting.count < limits.queue && waiting.count(of: tenant) < limits.queueOfOne
            && bodies.total + bytes <= limits.waitingBytes && bodies[tenant] + bytes <= limits.waitingBytesOfOne
    }

    /// Rejects the last deliveries of the tenants with the most, as far as the first of another needs their room: keys
    /// of a few tenants do not keep everyone else out.
    private mutating func makeRoom(for delivery: Waiting) -> [Answer] {
        guard waiting.count(of: delivery.tenant) == 0 else { return [] }
        var (trial, displaced) = (self, [Waiting]())
        while !trial.mayWait(delivery) {
            let queue = trial.waiting
            guard let most = queue.owners.max(by: { queue.count(of: $0) < queue.count(of: $1) }),
                queue.count(of: most) > 1, let last = trial.waiting.removeLast(of: most)
            else { return [] }
            trial.bodies.add(-last.bodyBytes, for: most)
            displaced.append(last)
        }
        self = trial
        return reject(displaced)
    }

    /// The deliveries of a tenant are late in their order.
    private mutating func takeLate(_ now: ContinuousClock.Instant) -> [Answer] {
        guard waiting.firstOfEach.contains(where: { $0.until <= now }) else { return [] }
        return reject(remove { $0.until <= now })
    }

    private mutating func remove(where isWanted: (Waiting) -> Bool) -> [Waiting] {
        let removed = waiting.remove(where: isWanted)
        for delivery in removed { bodies.add(-delivery.bodyBytes, for: delivery.tenant) }
        return removed
    }

    private mutating func reject(_ deliveries: [Waiting]) -> [Answer] {
        rejected += deliveries.count
        return deliveries.map { Answer(continuation: $0.continuation, entry: .rejected) }
    }
}
