import Domain
import HTTPTypes
import Hummingbird
import Ingest
import StrictJSON
import Synchronization
import UseCases
import WebCore

/// The endpoint to which apps deliver events: `POST /ingest/v1/events`, in the format of `NativeEvents`.
///
/// It responds after the commit. A repeated delivery is accepted and stored once, so a client without a response
/// retries.
package struct IngestRoutes: Sendable {
    let authenticator: AppAuthenticator
    let intake: EventIntake
    let now: @Sendable () -> Timestamp
    private let admission: IngestAdmission
    private let limiter: any IngestLimiting

    /// - Parameter sharesLimits: whether other nodes accept events too and share the limits.
    package init(
        services: Services,
        limits: IngestLimits = IngestLimits(),
        sharesLimits: Bool = false,
        now: @escaping @Sendable () -> Timestamp = SystemContext.system.now
    ) {
        authenticator = services.authenticator
        intake = services.intake
        admission = IngestAdmission(intake: services.intake)
        limiter =
            sharesLimits
            ? SharedIngestLimiter(limits: limits, shared: services.limiter, now: now) : IngestLimiter(limits: limits)
        self.now = now
    }

    package func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let open = Routes(router, list: list, area: .ingest).with(AnyOrigin())
        let keyed = open.group("", authentication: .ingestKey)
        keyed.post("ingest/v1/events", operation: "ingestEvents", use: take)
        open.on(.options, "ingest/v1/events", use: preflight)
        // The path that the first clients use.
        keyed.post("v1/ingest/auth-events", operation: "ingestAuthEvents", use: take)
        open.on(.options, "v1/ingest/auth-events", use: preflight)
    }

    @Sendable private func take(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let key = try await key(request)
        try await admission.check(key)
        let budget = Budget(limiter: limiter, key: key.key, address: context.clientAddress)
        let content = try await PackedDelivery(request) { count in try await budget.pay(count, .bytes) }
        // The memory of the delivery is counted until it is stored or rejected.
        let receipt = try await intake.decoding.withPlace(for: key.tenant.id, bytes: content.memoryBytes) { place in
            let delivery = try await delivery(content, place, budget)
            do { try await budget.pay(max(1, delivery.items.count), .events) } catch let failure as WebFailure {
                place.leave(holding: 0)
                try? await intake.refuse(delivery.items.count, as: .throttled, reason: "rate", from: key)
                throw failure
            }
            let prepared = try await place.run { [intake] in
                intake.prepare(delivery, from: key)
            }
            place.leave(holding: prepared.memoryBytes)
            return try await intake.store(prepared)
        }
        return .json(ResponseSchema<EventIntake.Receipt>.eventReceipt.json(receipt), headers: budget.headers)
    }

    /// Unpacks and parses on the thread of the place. The unpacked bytes are charged in between.
    private func delivery(
        _ content: PackedDelivery,
        _ place: DecodingGate.Place,
        _ budget: Budget
    ) async throws -> EventDelivery {
        let body = try await place.run { try content.unpacked() }
        place.hold(PackedDelivery.memoryBytes(ofUnpacked: body.count))
        if content.isPacked { try await budget.pay(body.count, .bytes) }
        let receivedAt = now()
        return try await place.run { try content.format.decode(body, receivedAt: receivedAt) }
    }

    /// The tokens charged for one delivery.
    private final class Budget: Sendable {
        private let limiter: any IngestLimiting
        private let key: APIKey
        private let address: String
        private let paid = Mutex(RateLimitStatus(wait: nil, levels: []))

        init(limiter: any IngestLimiting, key: APIKey, address: String) {
            self.limiter = limiter
            self.key = key
            self.address = address
        }

        var headers: HTTPFields { paid.withLock(\.headers) }

        /// - Throws: 429 when a limit is exceeded, and `.unavailable`.
        func pay(_ count: Int, _ unit: RateLimitUnit) async throws {
            let claim = try await limiter.take(count, of: unit, key: key, address: address)
            let all = paid.withLock { paid in
                paid = paid.followed(by: claim)
                return paid
            }
            guard let wait = all.wait else { return }
            var failure = WebFailure(DomainError.throttled(retryAfter: wait))
            failure.headers = all.headers
            throw failure
        }
    }

    @Sendable private func preflight(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "POST", .accessControlMaxAge: "3600",
                .accessControlAllowHeaders:
                    "authorization, content-type, content-encoding, x-gatehouse-key, traceparent",
            ]
        )
    }

    // MARK: Parts

    /// - Throws: 400 for two different keys, 401, 403 for a suspended tenant, 503.
    private func key(_ request: Request) async throws -> KeyRecord {
        let text = try Self.keyText(request.headers)
        do { return try await authenticator.key(text, .ingest) } catch {
            switch error {
            case .noTenant, .unknownKey, .dialectOff:
                throw WebFailure.unauthenticated("Send an ingest key (gh_ik_…) that has not been revoked.").challenging(
                    withToken: true
                )
            case .tenantSuspended: throw DomainError.conflict(.tenantSuspended)
            case .unavailable(let wait): throw DomainError.unavailable(retryAfter: wait)
            }
        }
    }

    private static func keyText(_ headers: HTTPFields) throws -> String {
        let bearer = headers[.authorization].flatMap { field in
            BearerToken.credentials(of: field, scheme: "bearer").map(String.init)
        }
        let named = headers[.gatehouseKey]
        if let bearer, let named, !bearer.hasSameBytes(as: named) {
            throw WebFailure.malformedRequest("The request names two different keys. Send one.")
        }
        guard let key = bearer ?? named else {
            throw WebFailure.unauthenticated(
                "Send an ingest key as Authorization: Bearer gh_ik_… or as x-gatehouse-key."
            )
            .challenging(withToken: false)
        }
        return key
    }
}
