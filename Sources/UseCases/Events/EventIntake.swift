import Domain

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
    private let causeRules: KnownCauseRules
    let now: @Sendable () -> Timestamp
    let failures = FailedDeliveries()
    /// Decodes and prepares deliveries.
    public let decoding: DecodingGate

    public init(
        commit: GroupCommit,
        pseudonyms: Pseudonyms,
        storage: TelemetryStorage,
        budget: IngestBudget,
        causeRules: KnownCauseRules,
        decoding: DecodingGate = DecodingGate(),
        shedding: LoadShedding = LoadShedding(),
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.commit = commit
        self.decoding = decoding
        self.pseudonyms = pseudonyms
        self.storage = storage
        self.budget = budget
        self.causeRules = causeRules
        self.shedding = shedding
        self.now = now
    }

    /// The number of events that wait for their transaction.
    public var queue: QueueDepth { commit.depth }

    /// Checks whether a delivery is accepted, before it is read.
    /// - Parameter networks: of the client; nil for one without shares.
    /// - Returns: why it is rejected until the next day; nil when it is accepted.
    /// - Throws: `.unavailable` while events cannot be stored, `.throttled` while the tenant holds too much.
    public func admit(
        _ key: KeyRecord,
        from networks: ClientNetworks?
    ) async throws(DomainError) -> IngestBudget.Rejection? {
        try storage.admit(key.tenant.id)
        return try await budget.admit(key, from: networks)
    }

    /// What is left out of a delivery now: asked before it is prepared.
    /// - Parameter networks: of the client; nil for one without shares.
    public func sheddingLevel(
        for key: KeyRecord,
        from networks: ClientNetworks?
    ) async throws(DomainError) -> SheddingLevel {
        shedding.level(
            of: key.tenant.id,
            pressure: await commit.pressure(of: key.tenant.id),
            used: try await budget.used(by: key, from: networks)
        )
    }

    /// The tenant's own rules for errors that the program does not know: asked before a delivery is prepared.
    public func rules(for key: KeyRecord) async -> CauseRules { await causeRules.rules(of: key.tenant.id) }

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
        let key: KeyRecord
        /// Of the client; nil for one without shares.
        let networks: ClientNetworks?
        let batch: EventBatch
        let rejected: [RejectedItem]
        let id: Event.ID?
        let level: SheddingLevel

        /// An estimate of the memory. The rows that are made from it are few at a time.
        public var memoryBytes: Int {
            batch.events.reduce(0) { $0 + $1.content.memoryBytes }
                + batch.sampled.reduce(0) { $0 + $1.event.content.memoryBytes } + 512 * batch.runs.count
                + 256 * rejected.count
        }
    }

    /// Prepares a delivery and stores it.
    /// - Parameter networks: of the client; nil for one without shares.
    /// - Throws: `.unavailable` when the queue is full or the store cannot write; nothing is stored then.
    public func take(
        _ delivery: EventDelivery,
        from key: KeyRecord,
        networks: ClientNetworks?
    ) async throws(DomainError) -> Receipt {
        let level = try await sheddingLevel(for: key, from: networks)
        let rules = await rules(for: key)
        return try await store(prepare(delivery, from: key, networks: networks, at: level, by: rules))
    }

    /// Scrubs, corrects the clock and classifies. This takes long: run it on a thread of `decoding`.
    /// - Parameters:
    ///   - delivery: its rejected items are counted with the rest; without `sentAt`, times stay as they are.
    ///   - networks: of the client; nil for one without shares.
    ///   - level: what is left out.
    ///   - rules: the tenant's own.
    public func prepare(
        _ delivery: EventDelivery,
        from key: KeyRecord,
        networks: ClientNetworks?,
        at level: SheddingLevel,
        by rules: CauseRules
    ) -> PreparedDelivery {
        let receivedAt = now()
        let tenant = key.tenant.id
        let clock = ClockCorrection(sentAt: delivery.sentAt, receivedAt: receivedAt)
        let scrubber = scrubber(of: tenant)
        let pipeline = EventPipeline(scrubber: scrubber, clock: clock, rules: rules)
        let runs = runs(
            delivery.runs,
            by: RunPreparation(
                key: key,
                receivedAt: receivedAt,
                clock: clock,
                scrubber: scrubber,
                pseudonyms: pseudonyms
            ),
            at: level
        )
        let events = delivery.items.compactMap { item -> ClassifiedEvent? in
            guard case .event(let event) = item else { return nil }
            return pipeline.run(keyed(event, from: key), receivedAt: receivedAt)
        }
        let shed = ShedEvents(events) { shedding.decide($0, of: tenant, at: level) }
        let rejected = delivery.rejected
        let invalid = Dictionary(grouping: rejected) { ItemCount(.invalid, $0.category, reason: $0.code, count: 1) }
            .map { ItemCount(.invalid, $0.key.category, reason: $0.key.reason, count: $0.value.count) }
        return PreparedDelivery(
            key: key,
            networks: networks,
            batch: EventBatch(
                tenant: tenant,
                key: key.key.id,
                networks: networks,
                receivedAt: receivedAt,
                events: shed.stored,
                sampled: shed.sampled,
                runs: runs.stored,
                counted: invalid + delivery.counted + shed.limited + runs.others
            ),
            rejected: rejected,
            id: keyed(delivery, from: key),
            level: level
        )
    }

    /// Keys an id that was derived from what the client sent, and the id of an event without a time of its own. Ids are
    /// unique within their time, so without one anybody who has the public key could reserve the ids of other clients:
    /// such an id is unique within its key and installation.
    private func keyed(_ event: DecodedEvent, from key: KeyRecord) -> DecodedEvent {
        var event = event
        let (id, tenant) = (event.content.id, key.tenant.id)
        if !event.hasOwnTime {
            let installation = event.content.texts[.installation]
            event.content.id = pseudonyms.id(for: id, in: tenant, of: key.key.id, installation: installation)
        } else if event.hasDerivedID {
            event.content.id = pseudonyms.id(for: id, in: tenant)
        }
        return event
    }

    /// The id by which the client calls the delivery; of an event without an id of its own, the keyed one.
    private func keyed(_ delivery: EventDelivery, from key: KeyRecord) -> Event.ID? {
        guard let id = delivery.id, let event = delivery.event(withDerivedID: id) else { return delivery.id }
        return keyed(event, from: key).content.id
    }

    /// What is stored of the runs of a delivery, and what is counted of the others.
    private func runs(
        _ runs: [AppRunUpdate],
        by preparation: RunPreparation,
        at level: SheddingLevel
    ) -> (stored: [PreparedRun], others: [ItemCount]) {
        guard !runs.isEmpty else { return ([], []) }
        guard level < .information else {
            return ([], [ItemCount(.limited, .run, reason: "overload", count: runs.count)])
        }
        let stored = runs.compactMap(preparation.run)
        let old = ItemCount(.filtered, .run, reason: "too_old", count: runs.count - stored.count)
        return (stored, old.count > 0 ? [old] : [])
    }

    private func scrubber(of tenant: Tenant.ID) -> Scrubber {
        Scrubber { [pseudonyms] in pseudonyms.name(of: $0, in: tenant) }
    }

    /// Stores a delivery, and returns after the commit.
    /// - Throws: `.unavailable` when the queue is full or the store cannot write; nothing is stored then.
    public func store(_ delivery: PreparedDelivery) async throws(DomainError) -> Receipt {
        let stored = try await commit.store(delivery.batch)
        budget.record(stored.bytes, by: delivery.key, from: delivery.networks)
        return Receipt(
            accepted: stored.isNew.count,
            duplicates: stored.isNew.count { !$0 },
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
        let batch = EventBatch(tenant: tenant, networks: nil, receivedAt: now(), events: classified, counted: [])
        _ = try await commit.store(batch)
    }

    /// Counts items that are not stored.
    public func count(_ items: [ItemCount], from key: KeyRecord) async throws(DomainError) {
        guard !items.isEmpty else { return }
        _ = try await commit.store(
            EventBatch(
                tenant: key.tenant.id,
                key: key.key.id,
                networks: nil,
                receivedAt: now(),
                events: [],
                counted: items
            )
        )
    }
}
