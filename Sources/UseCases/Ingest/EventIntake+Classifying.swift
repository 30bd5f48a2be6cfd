import Domain

extension EventIntake {
    /// Scrubs, corrects the clock, classifies, and sheds what is too much: in the place, whose thread it releases.
    func classify(
        _ delivery: EventDelivery,
        from key: KeyRecord,
        networks: ClientNetworks?,
        at level: SheddingLevel,
        by rules: CauseRules,
        on place: DecodingGate.Place
    ) async throws -> EventBatch {
        let batch = try await place.run(reading: delivery.memoryBytes) {
            classify(delivery, from: key, networks: networks, at: level, by: rules)
        }
        // What was decoded is there until the answer.
        place.leave(holding: delivery.memoryBytes + batch.memoryBytes)
        return batch
    }

    /// - Parameters:
    ///   - delivery: its rejected items are counted with the rest; without `sentAt`, times stay as they are.
    ///   - networks: of the client; nil for one without shares.
    ///   - level: what is left out.
    ///   - rules: the tenant's own.
    func classify(
        _ delivery: EventDelivery,
        from key: KeyRecord,
        networks: ClientNetworks?,
        at level: SheddingLevel,
        by rules: CauseRules
    ) -> EventBatch {
        let receivedAt = now()
        let tenant = key.tenant.id
        let clock = ClockCorrection(sentAt: delivery.sentAt, receivedAt: receivedAt)
        let scrubber = recorder.pseudonyms.scrubber(of: tenant)
        let pipeline = EventPipeline(scrubber: scrubber, clock: clock, rules: rules)
        let runs = runs(
            delivery.runs,
            by: RunPreparation(
                key: key,
                receivedAt: receivedAt,
                clock: clock,
                scrubber: scrubber,
                pseudonyms: recorder.pseudonyms
            ),
            at: level
        )
        let events = delivery.items.compactMap { item -> ClassifiedEvent? in
            guard case .event(let event) = item else { return nil }
            return pipeline.run(keyed(event, from: key), receivedAt: receivedAt)
        }
        let shed = ShedEvents(events) { shedding.decide($0, of: tenant, at: level) }
        let invalid = Dictionary(grouping: delivery.rejected) {
            ItemCount(.invalid, $0.category, reason: $0.code, count: 1)
        }
        .map { ItemCount(.invalid, $0.key.category, reason: $0.key.reason, count: $0.value.count) }
        return EventBatch(
            tenant: tenant,
            key: key.key.id,
            networks: networks,
            receivedAt: receivedAt,
            events: shed.stored,
            sampled: shed.sampled,
            runs: runs.stored,
            counted: invalid + delivery.counted + shed.limited + runs.others
        )
    }

    /// The id by which the client calls the delivery; of an event without an id of its own, the keyed one.
    func id(of delivery: EventDelivery, from key: KeyRecord) -> Event.ID? {
        guard let id = delivery.id, let event = delivery.event(withDerivedID: id) else { return delivery.id }
        return keyed(event, from: key).content.id
    }

    /// Keys an id that was derived from what the client sent, and the id of an event without a time of its own. Ids are
    /// unique within their time, so without one anybody who has the public key could reserve the ids of other clients:
    /// such an id is unique within its key and installation.
    private func keyed(_ event: DecodedEvent, from key: KeyRecord) -> DecodedEvent {
        var event = event
        let (id, tenant, pseudonyms) = (event.content.id, key.tenant.id, recorder.pseudonyms)
        if !event.hasOwnTime {
            let installation = event.content.texts[.installation]
            event.content.id = pseudonyms.id(for: id, in: tenant, of: key.key.id, installation: installation)
        } else if event.hasDerivedID {
            event.content.id = pseudonyms.id(for: id, in: tenant)
        }
        return event
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
}

extension EventBatch {
    /// An estimate of the memory. The rows that are made from it are few at a time.
    var memoryBytes: Int {
        events.reduce(0) { $0 + $1.content.memoryBytes } + sampled.reduce(0) { $0 + $1.event.content.memoryBytes }
            + 512 * runs.count
    }
}

/// The events of a delivery by what becomes of them under load.
struct ShedEvents {
    private(set) var stored: [ClassifiedEvent] = []
    private(set) var sampled: [SampledEvent] = []
    private(set) var limited: [ItemCount] = []

    init(_ events: [ClassifiedEvent], decide: (ClassifiedEvent) -> LoadShedding.Decision) {
        stored.reserveCapacity(events.count)
        var rejected: [ItemCount: Int] = [:]
        for event in events {
            switch decide(event) {
            case .store: stored.append(event)
            case .count(let reason): sampled.append(SampledEvent(event, reason: reason))
            case .reject(let reason):
                rejected[ItemCount(.limited, event.category, reason: reason, count: 1), default: 0] += 1
            }
        }
        limited = rejected.map { ItemCount($0.key.outcome, $0.key.category, reason: $0.key.reason, count: $0.value) }
    }
}
