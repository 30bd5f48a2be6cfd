import Dispatch
import Domain

/// The deliveries at the gate of decoding: who waits, what those with a place take, and whose turn is next.
///
/// The gate calls it under its lock, and resumes the waits that it returns after that.
struct DecodingQueue {
    /// How the wait of a delivery ends.
    enum Entry {
        case thread(DispatchQueue), rejected, cancelled
    }

    struct Waiting {
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
    /// The idle threads: one for each place.
    private(set) var threads: [DispatchQueue]
    private(set) var waiting: [Waiting] = []
    /// The deliveries rejected since the start.
    private(set) var rejected = 0
    private var lastID: UInt64 = 0
    /// Whether the timer runs that ends the wait of those that are late.
    private var hasTimer = false
    /// The memory of those that have a place.
    private var bytes = 0
    private var peak = 0
    private var runningOf: [Tenant.ID: Int] = [:]
    private var bytesOf: [Tenant.ID: Int] = [:]
    /// The number of the latest turn of each tenant that waits or decodes.
    private(set) var lastTurn: [Tenant.ID: Int] = [:]
    private var turn = 0

    init(limits: DecodingGate.Limits, threads: [DispatchQueue]) {
        self.limits = limits
        self.threads = threads
    }

    /// All memory: what is decoded, and the bodies of those that wait.
    var held: Int { bytes + waitingBytes }

    private var waitingBytes: Int { waiting.reduce(0) { $0 + $1.bodyBytes } }

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
        var answers = takeLate(now)
        if let thread = begin(delivery.tenant, delivery.bytes) {
            answers.append(Answer(continuation: delivery.continuation, entry: .thread(thread)))
            return (answers, false)
        }
        answers += makeRoom(for: delivery)
        guard mayWait(delivery) else {
            rejected += 1
            answers.append(Answer(continuation: delivery.continuation, entry: .rejected))
            return (answers, false)
        }
        waiting.append(delivery)
        peak = max(peak, held)
        defer { hasTimer = true }
        return (answers, !hasTimer)
    }

    /// - Returns: nil for a delivery that no longer waits.
    mutating func cancel(_ id: UInt64) -> Answer? {
        guard let place = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        let delivery = waiting.remove(at: place)
        forgetTurn(of: delivery.tenant)
        return Answer(continuation: delivery.continuation, entry: .cancelled)
    }

    /// Ends the wait of those that are late.
    /// - Returns: their waits, and when the next one is late.
    mutating func expire(_ now: ContinuousClock.Instant) -> (answers: [Answer], next: ContinuousClock.Instant?) {
        let answers = takeLate(now)
        let next = waiting.map(\.until).min()
        hasTimer = next != nil
        return (answers, next)
    }

    /// Takes a thread back, changes the memory of a tenant, and admits those that fit now.
    mutating func change(
        _ tenant: Tenant.ID,
        freeing thread: DispatchQueue?,
        adding bytes: Int,
        _ now: ContinuousClock.Instant
    ) -> [Answer] {
        if let thread {
            threads.append(thread)
            let running = (runningOf[tenant] ?? 1) - 1
            runningOf[tenant] = running > 0 ? running : nil
        }
        add(bytes, of: tenant)
        var answers = takeLate(now)
        while let (next, thread) = takeNext() {
            answers.append(Answer(continuation: next.continuation, entry: .thread(thread)))
        }
        forgetTurn(of: tenant)
        return answers
    }

    // MARK: Turns

    /// Whether there is room in the queue, and for the body.
    private func mayWait(_ delivery: Waiting) -> Bool {
        let own = waiting.filter { $0.tenant == delivery.tenant }
        return waiting.count < limits.queue && own.count < limits.queueOfOne
            && waitingBytes + delivery.bodyBytes <= limits.waitingBytes
            && own.reduce(delivery.bodyBytes) { $0 + $1.bodyBytes } <= limits.waitingBytesOfOne
    }

    /// Rejects the last deliveries of the tenants with the most, as far as the first of another needs their room: keys
    /// of a few tenants do not keep everyone else out.
    private mutating func makeRoom(for delivery: Waiting) -> [Answer] {
        guard !waiting.contains(where: { $0.tenant == delivery.tenant }) else { return [] }
        var (trial, displaced) = (self, [Waiting]())
        while !trial.mayWait(delivery) {
            let counts = Dictionary(trial.waiting.map { ($0.tenant, 1) }, uniquingKeysWith: +)
            guard let most = counts.max(by: { $0.value < $1.value }), most.value > 1,
                let last = trial.waiting.lastIndex(where: { $0.tenant == most.key })
            else { return [] }
            displaced.append(trial.waiting.remove(at: last))
        }
        trial.rejected += displaced.count
        self = trial
        return displaced.map { Answer(continuation: $0.continuation, entry: .rejected) }
    }

    /// - Returns: nil when there is no thread, or not enough memory.
    private mutating func begin(_ tenant: Tenant.ID, _ bytes: Int) -> DispatchQueue? {
        guard fits(tenant, bytes), let thread = threads.popLast() else { return nil }
        turn += 1
        lastTurn[tenant] = turn
        runningOf[tenant, default: 0] += 1
        add(bytes, of: tenant)
        return thread
    }

    private func fits(_ tenant: Tenant.ID, _ more: Int) -> Bool {
        bytes + more <= limits.bytes && bytesOf[tenant, default: 0] + more <= limits.bytesOfOne
    }

    /// Takes, among the deliveries whose memory fits, the first of the tenant that decodes least now; of equal tenants
    /// the one with the longest time without a turn.
    private mutating func takeNext() -> (Waiting, DispatchQueue)? {
        guard !threads.isEmpty else { return nil }
        let places = waiting.indices.filter { fits(waiting[$0].tenant, waiting[$0].bytes) }
        let place = places.min { one, other in
            let (left, right) = (waiting[one].tenant, waiting[other].tenant)
            return (runningOf[left] ?? 0, lastTurn[left] ?? 0, one)
                < (runningOf[right] ?? 0, lastTurn[right] ?? 0, other)
        }
        guard let place else { return nil }
        let next = waiting.remove(at: place)
        return begin(next.tenant, next.bytes).map { (next, $0) }
    }

    private mutating func takeLate(_ now: ContinuousClock.Instant) -> [Answer] {
        let late = waiting.filter { $0.until <= now }
        guard !late.isEmpty else { return [] }
        waiting.removeAll { $0.until <= now }
        rejected += late.count
        for tenant in late.map(\.tenant) { forgetTurn(of: tenant) }
        return late.map { Answer(continuation: $0.continuation, entry: .rejected) }
    }

    /// A tenant that neither waits nor decodes has no turn to remember.
    private mutating func forgetTurn(of tenant: Tenant.ID) {
        guard runningOf[tenant] == nil, !waiting.contains(where: { $0.tenant == tenant }) else { return }
        lastTurn[tenant] = nil
    }

    private mutating func add(_ more: Int, of tenant: Tenant.ID) {
        bytes += more
        peak = max(peak, held)
        let own = bytesOf[tenant, default: 0] + more
        bytesOf[tenant] = own > 0 ? own : nil
    }
}
