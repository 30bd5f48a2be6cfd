import Domain
import Foundation
import Synchronization

/// Handles deliveries of events: scrubs, corrects the clock, classifies, and responds after the commit.
///
/// An acknowledged event is neither lost nor stored twice; every item has exactly one counted outcome.
public struct EventIntake: Sendable {
    let commit: GroupCommit
    let pseudonyms: Pseudonyms
    /// Says whether events can be stored.
    public let storage: TelemetryStorage
    /// Limits how much a key and a tenant may store.
    public let budget: IngestBudget
    /// Leaves out what is least useful while too much arrives.
    let shedding: LoadShedding
    let now: @Sendable () -> Timestamp
    /// Decodes and prepares deliveries.
    public let decoding: DecodingGate

    public init(
        commit: GroupCommit,
        pseudonyms: Pseudonyms,
        storage: TelemetryStorage,
        budget: IngestBudget,
        decoding: DecodingGate = DecodingGate(),
        shedding: LoadShedding = LoadShedding(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.commit = commit
        self.decoding = decoding
        self.pseudonyms = pseudonyms
        self.storage = storage
        self.budget = budget
        self.shedding = shedding
        self.now = now
    }

    /// The number of events that wait for their transaction.
    public var queue: QueueDepth { commit.depth }

    /// Checks whether a delivery is accepted, before it is read.
    /// - Throws: `.unavailable` while events cannot be stored, `.throttled` until the next day when the key's or the
    ///   tenant's budget is used up.
    public func admit(_ key: KeyRecord) async throws(DomainError) {
        try storage.admit()
        try await budget.admit(key)
    }

    /// What is left out of a delivery now: asked before it is prepared.
    public func sheddingLevel(for key: KeyRecord) async throws(DomainError) -> SheddingLevel {
        shedding.level(
            of: key.tenant.id,
            pressure: await commit.pressure(of: key.tenant.id),
            used: try await budget.used(by: key)
        )
    }

    /// The result of a delivery, item by item.
    public struct Receipt: Sendable {
        /// Events on disk, including repeated ones.
        public let accepted: Int
        public let duplicates: Int
        /// Events that are counted and have no row.
        public let sampled: Int
        public let rejected: [RejectedItem]
        /// The items that were not stored, rejected ones included, and what the client lost.
        public let counted: [ItemCount]
        /// See `EventDelivery.id`.
        public let id: Event.ID?
        /// What was left out, for formats that tell clients to send less.
        public let level: SheddingLevel

        /// Items over a limit; they are not stored.
        public var limited: Int { counted.reduce(0) { $1.outcome == .limited ? $0 + $1.count : $0 } }
    }

    /// A prepared delivery, ready to be stored.
    public struct PreparedDelivery: Sendable {
        let batch: EventBatch
        let rejected: [RejectedItem]
        let id: Event.ID?
        let level: SheddingLevel

        /// An estimate of the memory: events, and the rows that are made from them.
        public var memoryBytes: Int {
            2 * batch.events.reduce(0) { $0 + $1.content.memoryBytes }
                + batch.sampled.reduce(0) { $0 + $1.event.content.memoryBytes } + 256 * rejected.count
        }
    }

    /// Prepares a delivery and stores it.
    /// - Throws: `.unavailable` when the queue is full or the store cannot write; nothing is stored then.
    public func take(_ delivery: EventDelivery, from key: KeyRecord) async throws(DomainError) -> Receipt {
        try await store(prepare(delivery, from: key, at: sheddingLevel(for: key)))
    }

    /// Scrubs, corrects the clock and classifies. This takes long: run it on a thread of `decoding`.
    /// - Parameters:
    ///   - delivery: its rejected items are counted with the rest; without `sentAt`, times stay as they are.
    ///   - level: what is left out.
    public func prepare(
        _ delivery: EventDelivery,
        from key: KeyRecord,
        at level: SheddingLevel
    ) -> PreparedDelivery {
        let receivedAt = now()
        let tenant = key.tenant.id
        let clock = ClockCorrection(sentAt: delivery.sentAt, receivedAt: receivedAt)
        let pipeline = EventPipeline(scrubber: scrubber(of: tenant), clock: clock)
        let events = delivery.events.map { pipeline.run($0, receivedAt: receivedAt) }
        let shed = ShedEvents(events) { shedding.decide($0, of: tenant, at: level) }
        let rejected = delivery.rejected
        let invalid = Dictionary(grouping: rejected) { ItemCount(.invalid, $0.category, reason: $0.code, count: 1) }
            .map { ItemCount(.invalid, $0.key.category, reason: $0.key.reason, count: $0.value.count) }
        return PreparedDelivery(
            batch: EventBatch(
                tenant: tenant,
                key: key.key.id,
                receivedAt: receivedAt,
                events: shed.stored,
                sampled: shed.sampled,
                counted: invalid + delivery.counted + shed.limited + Self.counts(of: delivery.runs, at: level)
            ),
            rejected: rejected,
            id: delivery.id,
            level: level
        )
    }

    /// Counts the updates of runs, which no store keeps yet.
    private static func counts(of runs: [AppRunUpdate], at level: SheddingLevel) -> [ItemCount] {
        guard !runs.isEmpty else { return [] }
        let isShed = level >= .information
        return [
            ItemCount(
                isShed ? .limited : .filtered,
                .run,
                reason: isShed ? "overload" : "not_kept",
                count: runs.count
            )
        ]
    }

    private func scrubber(of tenant: Tenant.ID) -> Scrubber {
        Scrubber { [pseudonyms] in pseudonyms.name(of: $0, in: tenant) }
    }

    /// Stores a delivery, and returns after the commit.
    /// - Throws: `.unavailable` when the queue is full or the store cannot write; nothing is stored then.
    public func store(_ delivery: PreparedDelivery) async throws(DomainError) -> Receipt {
        let isNew = try await commit.store(delivery.batch)
        return Receipt(
            accepted: isNew.count,
            duplicates: isNew.count { !$0 },
            sampled: delivery.batch.sampled.count,
            rejected: delivery.rejected,
            counted: delivery.batch.counted,
            id: delivery.id,
            level: delivery.level
        )
    }

    /// Stores events of the server itself: scrubbed and classified like those of clients, because they contain clients'
    /// texts.
    /// - Throws: `.unavailable`; nothing is stored then, and a retry stores the events once.
    func record(_ events: [DecodedEvent], in tenant: Tenant.ID) async throws(DomainError) {
        let pipeline = EventPipeline(scrubber: scrubber(of: tenant), clock: nil)
        let classified = events.map { pipeline.run($0, receivedAt: $0.content.occurredAt) }
        _ = try await commit.store(EventBatch(tenant: tenant, receivedAt: now(), events: classified, counted: []))
    }

    /// Counts items that are not stored.
    public func count(_ items: [ItemCount], from key: KeyRecord) async throws(DomainError) {
        guard !items.isEmpty else { return }
        _ = try await commit.store(
            EventBatch(tenant: key.tenant.id, key: key.key.id, receivedAt: now(), events: [], counted: items)
        )
    }
}

/// Gathers deliveries that arrive while a transaction is being written, and writes them with the next one: one sync to
/// disk for many requests, and no wait when there is only one.
///
/// Tenants take turns, and one of them has at most half of the waiting places, because its ingest key is public. Events
/// of the server itself have a turn and places of their own.
public actor GroupCommit {
    public struct Limits: Sendable {
        /// Events of one transaction; a single delivery may hold more.
        public let transaction: Int
        /// The number of waiting events; a further delivery is rejected.
        public let waiting: Int
        /// The number of places reserved for events of the server itself.
        public let waitingOfServer: Int

        public init(transaction: Int = 2000, waiting: Int = 20_000) {
            self.transaction = transaction
            self.waiting = waiting
            waitingOfServer = waiting / 10
        }
    }

    private enum Owner: Hashable {
        case tenant(Tenant.ID)
        case server

        init(_ batch: EventBatch) { self = batch.key == nil ? .server : .tenant(batch.tenant) }
    }

    private struct Waiting {
        let batch: EventBatch
        let continuation: CheckedContinuation<Result<[Bool], DomainError>, Never>
    }

    private let store: any EventStore
    private let limits: Limits
    private var queue: FairQueue<Owner, Waiting> {
        didSet { count.store(queue.held, ordering: .relaxed) }
    }
    /// Events that no transaction has taken yet.
    public var waiting: Int { queue.held }
    /// The number of events, for callers that do not wait for the actor.
    private nonisolated let count = Atomic(0)
    private var isWriting = false

    public init(store: any EventStore, limits: Limits = Limits()) {
        self.store = store
        self.limits = limits
        // A single writer takes the items, so lanes limit nothing.
        queue = FairQueue(places: limits.waiting, lanes: .max, placeShare: 1)
    }

    public nonisolated var depth: QueueDepth {
        QueueDepth(waiting: count.load(ordering: .relaxed), limit: limits.waiting)
    }

    /// - Returns: for each event whether it is new, after the commit.
    /// - Throws: `.unavailable` when too many wait already, of the tenant or of all.
    public func store(_ batch: EventBatch) async throws(DomainError) -> [Bool] {
        let owner = Owner(batch)
        guard holdPlaces(for: batch, of: owner) else { throw .unavailable(retryAfter: .seconds(1)) }
        let result = await withCheckedContinuation { continuation in
            queue.append(Waiting(batch: batch, continuation: continuation), of: owner)
            guard !isWriting else { return }
            isWriting = true
            // The writer outlives the request that woke it; it ends when the queue is empty.
            Task { await self.write() }
        }
        return try result.get()
    }

    /// The part of its places that a tenant has filled: from 0, and 1 or more when further deliveries are rejected.
    public func pressure(of tenant: Tenant.ID) -> Double {
        queue.pressure(of: .tenant(tenant), sparing: limits.waitingOfServer)
    }

    private func holdPlaces(for batch: EventBatch, of owner: Owner) -> Bool {
        // A delivery that is larger than any share passes when nothing waits.
        if queue.held == 0 {
            queue.take(batch.weight, for: owner)
            return true
        }
        return queue.hold(batch.weight, for: owner, sparing: owner == .server ? 0 : limits.waitingOfServer)
    }

    private func write() async {
        while queue.held > 0 {
            let group = nextGroup()
            for (delivery, result) in zip(group, await results(of: group.map(\.batch)[...])) {
                delivery.continuation.resume(returning: result)
            }
        }
        isWriting = false
    }

    /// Writes batches in one transaction. When it fails, each half is tried by itself, so that a delivery that the
    /// database cannot take fails alone; when both halves fail, the fault is the database's.
    private func results(of batches: ArraySlice<EventBatch>) async -> [Result<[Bool], DomainError>] {
        do {
            return try await written(batches).map { .success($0) }
        } catch {
            guard batches.count > 1 else { return [.failure(error)] }
            return await halves(of: batches, error)
        }
    }

    private func halves(
        of batches: ArraySlice<EventBatch>,
        _ error: DomainError
    ) async -> [Result<[Bool], DomainError>] {
        let middle = batches.startIndex + batches.count / 2
        do {
            let first = try await written(batches[..<middle])
            return first.map { .success($0) } + (await results(of: batches[middle...]))
        } catch {
            do {
                let second = try await written(batches[middle...])
                return (await afterFailure(of: batches[..<middle], error)) + second.map { .success($0) }
            } catch { return batches.map { _ in .failure(error) } }
        }
    }

    private func afterFailure(
        of batches: ArraySlice<EventBatch>,
        _ error: DomainError
    ) async -> [Result<[Bool], DomainError>] {
        batches.count > 1 ? await halves(of: batches, error) : [.failure(error)]
    }

    private func written(_ batches: ArraySlice<EventBatch>) async throws(DomainError) -> [[Bool]] {
        try await store.append(Array(batches))
    }

    private func nextGroup() -> [Waiting] {
        var group: [Waiting] = []
        var events = 0
        while let first = queue.first, group.isEmpty || events + first.batch.weight <= limits.transaction,
            let next = queue.next()
        {
            let owner = Owner(next.batch)
            queue.leaveLane(of: owner)
            queue.release(owner, next.batch.weight)
            events += next.batch.weight
            group.append(next)
        }
        return group
    }
}

extension EventBatch {
    /// The weight in the queue: its events, less for those that are counted only, and one place even when all of its items
    /// were rejected.
    fileprivate var weight: Int { max(1, events.count + sampled.count / 8) }
}
