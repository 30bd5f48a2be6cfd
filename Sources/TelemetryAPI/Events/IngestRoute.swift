import Domain
import HTTPTypes
import Hummingbird
import Ingest
import StrictJSON
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
    let now: @Sendable () -> Timestamp

    func add(to open: Routes<GatehouseContext>) {
        let preflight = Preflight(methods: [.post], headers: Format.allowedHeaders)
        let keyed = open.group("", authentication: .ingestKey)
        for endpoint in Format.endpoints {
            keyed.post(endpoint.path, operation: endpoint.operation, use: take)
            open.on(.options, endpoint.path, use: preflight.answer)
        }
    }

    @Sendable private func take(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        do { return try await deliver(request, context) } catch { return try Format.answer(error, to: request) }
    }

    private func deliver(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let key = try await authenticate(request, context)
        let charge = try await limit(key, context)
        let packed = try await PackedDelivery<Format>(request) { count in try await charge.pay(count, .bytes) }
        // The memory of the delivery is counted until it is stored or rejected.
        let receipt = try await intake.decoding.withPlace(for: key.tenant.id, bytes: packed.memoryBytes) { place in
            let delivery = try await decode(packed, place, charge)
            do { try await charge.pay(max(1, delivery.items.count), .events) } catch let failure as WebFailure {
                place.leave(holding: 0)
                try? await intake.count(delivery.counted(as: .limited, reason: "rate"), from: key)
                throw failure
            }
            // Scrub, correct the clock, classify: `EventPipeline`.
            let prepared = try await place.run { [intake] in intake.prepare(delivery, from: key) }
            place.leave(holding: prepared.memoryBytes)
            return try await intake.store(prepared)
        }
        return try Format.answer(receipt, as: packed.encoding, limits: charge.headers)
    }

    /// - Throws: 400 for two different keys, 401, also for a key of another project, 403 for a suspended tenant, 503.
    private func authenticate(_ request: Request, _ context: GatehouseContext) async throws -> KeyRecord {
        let text = try Format.key(in: request, context)
        let project = context.parameters.get("project")
        guard let key = try await authenticator.key(text, .ingest),
            project.map("\(key.tenant.number)".hasSameBytes) ?? true
        else {
            throw WebFailure.unauthenticated("Send an ingest key (gh_ik_…) that has not been revoked.").challenging(
                withToken: true
            )
        }
        return key
    }

    /// Checks that telemetry can be stored, and the budget of the day, before the body is read.
    /// - Returns: what the delivery takes from the limits of its key and address.
    private func limit(_ key: KeyRecord, _ context: GatehouseContext) async throws -> DeliveryCharge {
        try await IngestAdmission(intake: intake).check(key)
        return DeliveryCharge(limiter: limiter, key: key.key, address: context.clientAddress)
    }

    /// Unpacks and decodes on the thread of the place. The unpacked bytes are charged in between.
    private func decode(
        _ packed: PackedDelivery<Format>,
        _ place: DecodingGate.Place,
        _ charge: DeliveryCharge
    ) async throws -> EventDelivery {
        let body = try await place.run { try packed.unpacked() }
        place.hold(Format.memoryBytes(ofUnpacked: body.count))
        if packed.isPacked { try await charge.pay(body.count, .bytes) }
        let receivedAt = now()
        return try await place.run {
            do throws(DeliveryError) {
                return try Format.decode(body, as: packed.encoding, receivedAt: receivedAt)
            } catch {
                throw WebFailure(error)
            }
        }
    }
}

extension WebFailure {
    /// 400, and 413 for too many events.
    fileprivate init(_ error: DeliveryError) {
        if ["too_many", "too_large"].contains(error.code) {
            self.init(.contentTooLarge, error.code, title: "The delivery is too large", detail: error.sentence)
        } else {
            self.init(.badRequest, error.code, title: "The delivery cannot be read", detail: error.sentence)
        }
    }
}
