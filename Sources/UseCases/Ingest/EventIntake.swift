import Domain

/// Accepts deliveries of events; `accept(_:)` has the steps.
///
/// An acknowledged event is neither lost nor stored twice; every item has exactly one counted outcome.
public struct EventIntake: Sendable {
    /// Where events are stored, and under which pseudonyms.
    let recorder: EventRecorder
    /// Limits how much a key and a tenant may store.
    public let budget: IngestBudget
    /// The threads and the memory for decoding.
    public let decoding: DecodingGate
    /// Leaves out what is least useful while too much arrives.
    let shedding: LoadShedding
    private let authenticator: IngestAuthenticator
    private let limiter: any IngestLimiting
    private let causeRules: KnownCauseRules
    let failures = FailedDeliveries()

    /// - Parameter limiter: limits how often a key, a tenant and an address may send.
    init(
        recorder: EventRecorder,
        authenticator: AppAuthenticator,
        limiter: any IngestLimiting,
        budget: IngestBudget,
        causeRules: KnownCauseRules,
        decoding: DecodingGate = DecodingGate(),
        shedding: LoadShedding = LoadShedding()
    ) {
        self.recorder = recorder
        self.authenticator = IngestAuthenticator(authenticator, limiter: limiter, now: recorder.now)
        self.limiter = limiter
        self.budget = budget
        self.causeRules = causeRules
        self.decoding = decoding
        self.shedding = shedding
    }

    var now: @Sendable () -> Timestamp { recorder.now }
    /// Says whether events can be stored.
    public var storage: TelemetryStorage { recorder.storage }
    /// The number of events that wait for their transaction.
    public var queue: QueueDepth { recorder.commit.depth }

    /// The result of a delivery, item by item.
    public struct Receipt: Sendable {
        /// Events that are not left out: they have rows, or were counted without one before.
        public let accepted: Int
        /// Events that had a row, or were counted, before.
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
        /// What the key and the address may still send.
        public let limits: RateLimitStatus

        /// Items over a limit; they are not stored.
        public var limited: Int { counted.reduce(0) { $1.outcome == .limited ? $0 + $1.count : $0 } }
    }

    /// Accepts a delivery, and returns when it is on disk. A repeated delivery is accepted and stored once, so a client
    /// without an answer sends it again.
    /// - Throws: `DeliveryRejection`, errors of the request, `.conflict(.tenantSuspended)`, `.throttled` while the tenant
    ///   holds too much, `.unavailable`, `CancellationError` when the client has gone. Nothing is stored then.
    public func accept<Delivery: IncomingDelivery>(_ delivery: Delivery) async throws -> Receipt {
        let client = delivery.client
        let (key, read) = try await authenticate(delivery)
        return try await countingFailures(of: delivery, from: key) { () -> Receipt in
            try await admit(key, from: client)
            let charge = DeliveryCharge(limiter: limiter, key: key.key, client: client)
            let body = try await body(of: delivery, read: read, from: key, paidBy: charge)
            return try await delivery.whileConnected { () -> Receipt in
                try await withDecoded(body, of: delivery, from: key, paidBy: charge) { decoded, place -> Receipt in
                    try await charge.pay(for: decoded)
                    let level = try await sheddingLevel(for: key, from: client.networks)
                    let rules = try await rules(for: key)
                    let batch = try await classify(
                        decoded,
                        from: key,
                        networks: client.networks,
                        at: level,
                        by: rules,
                        on: place
                    )
                    let stored = try await store(batch, from: key, waiting: delivery.patience)
                    let id = id(of: decoded, from: key)
                    return Receipt(decoded, batch, stored, id: id, level: level, limits: charge.status)
                }
            }
        }
    }

    // MARK: Steps

    /// - Returns: the key, and the body where it had to be read for it.
    private func authenticate<Delivery: IncomingDelivery>(
        _ delivery: Delivery
    ) async throws -> (key: KeyRecord, body: Delivery.Body?) {
        if let credential = delivery.credential {
            return (try await authenticator.key(credential, from: delivery.client), nil)
        }
        // The body is read at the expense of the address, and no more of it unpacked than may have the credential.
        try storage.admit(nil)
        let charge = DeliveryCharge(limiter: limiter, key: nil, client: delivery.client)
        let body = try await delivery.body(from: nil, paidBy: charge)
        let credential = try await decoding.withPlace(
            for: Self.unknownTenant,
            bytes: body.credentialMemoryBytes,
            bodyBytes: body.byteCount,
            body.credential
        )
        return (try await authenticator.key(credential, from: delivery.client), body)
    }

    /// The turns of deliveries whose tenant is not known yet.
    private static var unknownTenant: Tenant.ID { Tenant.ID(.init(bytes: [UInt8](repeating: 0, count: 16))) }

    /// Checks that telemetry can be stored, and the budget of the day, before the body is read.
    private func admit(_ key: KeyRecord, from client: DeliveryClient) async throws {
        try storage.admit(key.tenant.id)
        guard let rejection = try await budget.admit(key, from: client.networks) else { return }
        throw DeliveryRejection.budgetExhausted(rejection)
    }

    /// Reads the body, unless it was read for the credential: at the expense of the address, and now of the key.
    private func body<Delivery: IncomingDelivery>(
        of delivery: Delivery,
        read: Delivery.Body?,
        from key: KeyRecord,
        paidBy charge: DeliveryCharge
    ) async throws -> Delivery.Body {
        guard let read else { return try await delivery.body(from: key, paidBy: charge) }
        try await charge.payAgain(asKey: read.byteCount)
        return read
    }

    /// Decodes a delivery in its place, and runs `work` while its memory is counted: until it is stored or rejected. The
    /// thread of the place is held until the delivery is classified.
    private func withDecoded<Delivery: IncomingDelivery>(
        _ body: Delivery.Body,
        of delivery: Delivery,
        from key: KeyRecord,
        paidBy charge: DeliveryCharge,
        _ work: (EventDelivery, DecodingGate.Place) async throws -> Receipt
    ) async throws -> Receipt {
        for size in body.unpackedSizes {
            let receipt = try await decoding.withPlace(
                for: key.tenant.id,
                bytes: body.memoryBytes(ofUnpacked: size),
                bodyBytes: body.byteCount
            ) { place -> Receipt? in
                let decoded = try await body.decode(unpackedTo: size, on: place, receivedAt: now, paidBy: charge)
                guard let decoded else { return nil }
                // While it is classified, the events are there twice.
                place.hold(2 * decoded.memoryBytes)
                return try await countingFailures(of: delivery, decoded) { try await work(decoded, place) }
            }
            if let receipt { return receipt }
        }
        throw DeliveryRejection.tooLarge(maximumBytes: EventLimits.decompressedBytes)
    }

    /// What is left out of a delivery now.
    /// - Parameter networks: of the client; nil for one without shares.
    func sheddingLevel(for key: KeyRecord, from networks: ClientNetworks?) async throws -> SheddingLevel {
        try await Self.uncancelled {
            shedding.level(
                of: key.tenant.id,
                pressure: await recorder.commit.pressure(of: key.tenant.id),
                used: try await budget.used(by: key, from: networks)
            )
        }
    }

    /// The tenant's own rules for errors that the program does not know.
    func rules(for key: KeyRecord) async throws -> CauseRules {
        try await Self.uncancelled { await causeRules.rules(of: key.tenant.id) }
    }

    /// Stores a delivery, and counts its bytes.
    private func store(
        _ batch: EventBatch,
        from key: KeyRecord,
        waiting patience: Duration
    ) async throws -> StoredBatch {
        let stored = try await retrying(for: patience) { try await recorder.commit.store(batch) }
        budget.record(stored.bytes, by: key, from: batch.networks)
        return stored
    }

    /// Tries again what is unavailable now, mostly because too many deliveries wait, until the patience ends.
    public func retrying<Outcome>(for patience: Duration, _ work: () async throws -> Outcome) async throws -> Outcome {
        let end = ContinuousClock.now + patience
        var pause = Duration.milliseconds(20)
        while true {
            do { return try await work() } catch let error as DomainError {
                try Task.checkCancellation()
                guard case .unavailable = error, .now + pause <= end else { throw error }
            }
            try storage.admit(nil)
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(500))
        }
    }

    /// Runs a short read or write to its end when the delivery is cancelled: to end one, a database server has to be told
    /// over another connection. It begins at once, because mostly it does not have to wait.
    static func uncancelled<Outcome: Sendable>(
        _ work: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        try await Task.immediate { try await work() }.value
    }
}

extension EventIntake.Receipt {
    fileprivate init(
        _ delivery: EventDelivery,
        _ batch: EventBatch,
        _ stored: StoredBatch,
        id: Event.ID?,
        level: SheddingLevel,
        limits: RateLimitStatus
    ) {
        accepted = stored.isNew.count
        duplicates = (stored.isNew + stored.isNewSampled).count { !$0 }
        sampled = batch.sampled.count
        rejected = delivery.rejected
        counted = batch.counted
        self.id = id
        self.level = level
        self.limits = limits
    }
}
