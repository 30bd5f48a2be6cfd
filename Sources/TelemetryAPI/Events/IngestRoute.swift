import Domain
import HTTPTypes
import Hummingbird
import Ingest
import UseCases
import WebCore

/// The endpoints of one wire format of telemetry.
///
/// The steps of a delivery: authenticate the key → limit → decode → limit the items → scrub → correct the clock →
/// classify → store → answer. The answer comes after the commit. A repeated delivery is accepted and stored once, so a
/// client without an answer retries.
struct IngestRoute<Format: IngestFormat>: Sendable {
    let authenticator: AppAuthenticator
    let intake: EventIntake
    let limiter: any IngestLimiting
    let tasks: ConnectionTasks
    let now: @Sendable () -> Timestamp
    private let unknown: UnknownCredentials

    init(
        authenticator: AppAuthenticator,
        intake: EventIntake,
        limiter: any IngestLimiting,
        tasks: ConnectionTasks,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.authenticator = authenticator
        self.intake = intake
        self.limiter = limiter
        self.tasks = tasks
        self.now = now
        unknown = UnknownCredentials(now: now)
    }

    func add(to open: Routes<GatehouseContext>) {
        let preflight = Preflight(methods: [.post], headers: Format.allowedHeaders)
        let keyed = open.group("", authentication: .ingestKey)
        for endpoint in Format.endpoints {
            keyed.post(endpoint.path, operation: endpoint.operation, use: take)
            open.on(.options, endpoint.path, use: preflight.answer)
        }
    }

    private func take(_ call: PlainCall<GatehouseContext>) async throws -> Response {
        do { return try await deliver(call) } catch { return try Format.answer(error, to: call.request) }
    }

    private func deliver(_ call: PlainCall<GatehouseContext>) async throws -> Response {
        guard let credential = try Format.credential(in: call.request, call.context) else {
            return try await deliverWithCredentialInBody(call)
        }
        let key = try await authenticate(credential, call.context)
        let failures = FailureCount(intake: intake, key: key)
        let charge = try await failures.counting(throttledBy: .budget) { try await limit(key, call.context) }
        return try await failures.counting {
            let packed = try await read(call.request, from: key, charge, call.context)
            return try await take(packed, from: key, charge, call.context)
        }
    }

    /// Reads the body before the credential is known, at the expense of the address, and unpacks no more of it than may
    /// have the credential; then the key pays too.
    private func deliverWithCredentialInBody(_ call: PlainCall<GatehouseContext>) async throws -> Response {
        try intake.storage.admit(nil)
        let ofAddress = DeliveryCharge(limiter: limiter, key: nil, networks: nil, address: call.context.clientAddress)
        let packed = try await PackedDelivery<Format>(call.request) { count in try await ofAddress.paySent(count) }
        let maximumBytes = Format.maximumCredentialBytes
        let memory = packed.memoryBytes(ofBeginning: maximumBytes)
        let credential = try await intake.decoding.withPlace(
            for: Self.unknownTenant,
            bytes: memory,
            bodyBytes: packed.packedBytes
        ) { place in
            try await place.run {
                try Format.credential(in: packed.beginning(maximumBytes: maximumBytes), of: call.request)
            }
        }
        let key = try await authenticate(credential, call.context)
        let failures = FailureCount(intake: intake, key: key)
        let charge = try await failures.counting(throttledBy: .budget) { try await limit(key, call.context) }
        return try await failures.counting {
            let ofKey = DeliveryCharge(limiter: limiter, key: key.key, networks: charge.networks, address: nil)
            try await ofKey.pay(packed.packedBytes, .bytes)
            charge.addPaid(packed.packedBytes)
            return try await take(packed, from: key, charge, call.context)
        }
    }

    /// The turns of deliveries whose tenant is not known yet.
    private static var unknownTenant: Tenant.ID { Tenant.ID(.init(bytes: [UInt8](repeating: 0, count: 16))) }

    private func take(
        _ packed: PackedDelivery<Format>,
        from key: KeyRecord,
        _ charge: DeliveryCharge,
        _ context: GatehouseContext
    ) async throws -> Response {
        for size in packed.unpackedSizes {
            // A client without an answer sends the delivery again, so it may be given up while it waits.
            let answer = try await tasks.whileConnected(context.connection) {
                try await take(packed, unpackedTo: size, from: key, charge)
            }
            if let answer { return answer }
        }
        throw WebFailure.tooLarge(maximumBytes: EventLimits.decompressedBytes)
    }

    /// - Returns: nil when the delivery needs the next size.
    private func take(
        _ packed: PackedDelivery<Format>,
        unpackedTo size: Int,
        from key: KeyRecord,
        _ charge: DeliveryCharge
    ) async throws -> Response? {
        // The memory of the delivery is counted until it is stored or rejected.
        let memory = packed.memoryBytes(ofUnpacked: size)
        let receipt = try await intake.decoding.withPlace(
            for: key.tenant.id,
            bytes: memory,
            bodyBytes: packed.packedBytes
        ) { place -> EventIntake.Receipt? in
            guard let delivery = try await decode(packed, unpackedTo: size, place, charge) else { return nil }
            let decodedBytes = delivery.memoryBytes
            // While it is prepared, the events are there twice.
            place.hold(2 * decodedBytes)
            do {
                try await whole { try await charge.pay(max(1, delivery.chargedItems), .events) }
            } catch let failure as WebFailure {
                place.leave(holding: 0)
                let items = delivery.counted(as: .limited, reason: "rate")
                do throws(DomainError) { try await intake.count(items, from: key) } catch {
                    // They are counted with the deliveries that failed, which are stored later.
                    intake.countFailure(of: items, from: key)
                }
                throw CountedFailure(failure: Format.limited(failure, delivery))
            }
            return try await FailureCount(intake: intake, key: key).counting(itemsOf: delivery) {
                // Scrub, correct the clock, classify: `EventPipeline`.
                let (level, rules) = try await whole {
                    (try await intake.sheddingLevel(for: key, from: charge.networks), await intake.rules(for: key))
                }
                let prepared = try await place.run { [intake] in
                    intake.prepare(delivery, from: key, networks: charge.networks, at: level, by: rules)
                }
                // What was decoded is there until the answer.
                place.leave(holding: decodedBytes + prepared.memoryBytes)
                return try await store(prepared)
            }
        }
        return try receipt.map { try Format.answer($0, as: packed.encoding, limits: charge.headers) }
    }

    /// Stores a delivery. Its memory stays counted while it waits, which bounds the number of those that do.
    private func store(_ delivery: EventIntake.PreparedDelivery) async throws -> EventIntake.Receipt {
        try await patiently { try await intake.store(delivery) }
    }

    /// Tries again, while too many deliveries wait, until the patience of the format ends.
    func patiently<Outcome>(_ work: () async throws -> Outcome) async throws -> Outcome {
        let end = ContinuousClock.now + Format.patience
        var pause = Duration.milliseconds(20)
        while true {
            do { return try await work() } catch let error as DomainError {
                try Task.checkCancellation()
                guard case .unavailable = error, .now + pause <= end else { throw error }
            }
            try intake.storage.admit(nil)
            try await Task.sleep(for: pause)
            pause = min(pause * 2, .milliseconds(500))
        }
    }

    /// Runs statements that are not given up: a database server would have to be told, over another connection.
    func whole<Result: Sendable>(_ work: @escaping @Sendable () async throws -> Result) async throws -> Result {
        try await Task { try await work() }.value
    }

    /// The events that an unknown key takes from the limits of an address: a search for keys costs a read each.
    private static var unknownKeyCharge: Int { 200 }

    /// - Throws: the format's answer to an unknown key, 403 for a suspended tenant, 429 after many unknown keys, 503.
    private func authenticate(_ credential: IngestCredential, _ context: GatehouseContext) async throws -> KeyRecord {
        let address = DeliveryCharge(limiter: limiter, key: nil, networks: nil, address: context.clientAddress)
        // An address that has used up its limit is rejected before anything is read.
        if try await isNearLimit(context.clientAddress) { try await address.pay(Self.unknownKeyCharge, .events) }
        if !unknown.contains(credential) {
            let key =
                switch credential {
                case .key(let text): try await authenticator.key(text, .ingest)
                case .dsn(let dsn): try await authenticator.key(dsn: dsn.key, project: dsn.project)
                }
            if let key { return key }
            unknown.add(credential)
        }
        try await address.pay(Self.unknownKeyCharge, .events)
        throw Format.unknownCredential
    }

    private func isNearLimit(_ address: String?) async throws -> Bool {
        try await limiter.take(0, of: .events, key: nil, networks: nil, address: address).levels.contains { level in
            level.left < min(Self.unknownKeyCharge, level.capacity / 10)
        }
    }

    /// Checks that telemetry can be stored, and the budget of the day, before the body is read.
    /// - Returns: what the delivery takes from the limits of its key and address.
    private func limit(_ key: KeyRecord, _ context: GatehouseContext) async throws -> DeliveryCharge {
        let networks = context.identity.networks
        try await IngestAdmission(intake: intake).check(key, from: networks)
        return DeliveryCharge(limiter: limiter, key: key.key, networks: networks, address: context.clientAddress)
    }
}
