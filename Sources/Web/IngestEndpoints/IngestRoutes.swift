import Domain
import HTTPTypes
import Hummingbird
import Ingest
import NIOCore
import StrictJSON
import UseCases

/// Where apps post what went wrong: `POST /ingest/v1/events`, in the format of `NativeEvents`.
///
/// Answered after the commit. The same delivery again is accepted and stored once, so a client that got no answer sends it again.
public struct IngestRoutes: Sendable {
    /// Of a request body that is not compressed.
    static let maximumBytes = EventLimits.decompressedBytes

    let authenticator: AppAuthenticator
    let intake: EventIntake
    let now: @Sendable () -> Timestamp
    private let limiter: any IngestLimiting

    /// - Parameter sharesLimits: whether other nodes take events too, with whom the limits are shared.
    public init(
        services: Services, limits: IngestLimits = IngestLimits(), sharesLimits: Bool = false,
        now: @escaping @Sendable () -> Timestamp = Surroundings.system.now
    ) {
        authenticator = services.authenticator
        intake = services.intake
        limiter =
            sharesLimits
            ? SharedIngestLimiter(limits: limits, shared: services.limiter, now: now) : IngestLimiter(limits: limits)
        self.now = now
    }

    public func add(to router: some RouterMethods<GatehouseContext>, list: RouteList) {
        let open = Routes(router, list: list, area: .ingest).with(AnyOrigin())
        let keyed = open.group("", authentication: .ingestKey)
        keyed.post("ingest/v1/events", operation: "ingestEvents", use: take)
        open.on(.options, "ingest/v1/events", use: preflight)
        // The name under which the first clients knew it.
        keyed.post("v1/ingest/auth-events", operation: "ingestAuthEvents", use: take)
        open.on(.options, "v1/ingest/auth-events", use: preflight)
    }

    @Sendable private func take(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        let key = try await key(request)
        let body = try await body(of: request)
        let delivery = try decoded(body, request)
        let claim = try await limiter.take(
            max(1, delivery.items.count), key: key.key, address: AddressNetwork.of(context.clientAddress))
        if let wait = claim.wait {
            try? await intake.refuse(delivery.items.count, as: .throttled, reason: "rate", from: key)
            var failure = WebFailure(DomainError.throttled(retryAfter: wait))
            failure.headers = claim.headers
            throw failure
        }
        let receipt = try await intake.take(delivery.events, rejected: delivery.rejected, sentAt: delivery.sentAt, from: key)
        return .json(AnswerShape<EventIntake.Receipt>.eventReceipt.json(receipt), headers: claim.headers)
    }

    @Sendable private func preflight(_ request: Request, _ context: GatehouseContext) async throws -> Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "POST", .accessControlMaxAge: "3600",
                .accessControlAllowHeaders: "authorization, content-type, content-encoding, x-gatehouse-key, traceparent",
            ])
    }

    // MARK: Parts

    /// - Throws: 400 for two different keys, 401, 403 for a suspended tenant, 503.
    private func key(_ request: Request) async throws -> KeyRecord {
        let text = try Self.keyText(request.headers)
        do { return try await authenticator.key(text, .ingest) } catch {
            switch error {
            case .noTenant, .unknownKey, .dialectOff:
                throw WebFailure.unauthenticated("Send an ingest key (gh_ik_…) that has not been revoked.").challenging(withToken: true)
            case .tenantSuspended: throw DomainError.conflict(.tenantSuspended)
            case .unavailable(let wait): throw DomainError.unavailable(retryAfter: wait)
            }
        }
    }

    private static func keyText(_ headers: HTTPFields) throws -> String {
        let bearer = headers[.authorization].flatMap { field -> String? in
            let parts = field.split(separator: " ", maxSplits: 1)
            return parts.count == 2 && parts[0].lowercased() == "bearer" ? String(parts[1]) : nil
        }
        let named = headers[.gatehouseKey]
        if let bearer, let named, bearer != named { throw WebFailure.malformedRequest("The request names two different keys. Send one.") }
        guard let key = bearer ?? named else {
            throw WebFailure.unauthenticated("Send an ingest key as Authorization: Bearer gh_ik_… or as x-gatehouse-key.")
                .challenging(withToken: false)
        }
        return key
    }

    private func body(of request: Request) async throws -> [UInt8] {
        let packing = request.headers[.contentEncoding].map { $0.lowercased() } ?? "identity"
        switch packing {
        case "identity", "": return Array(buffer: try await request.rawContent(upTo: Self.maximumBytes))
        case "gzip", "x-gzip":
            let packed = try await request.rawContent(upTo: EventLimits.compressedBytes)
            var inflator = GzipInflator(maximumBytes: Self.maximumBytes)
            var body: [UInt8] = []
            do {
                try inflator.inflate(Array(buffer: packed), into: &body)
                try inflator.finish()
            } catch {
                if case .tooLarge(let maximum) = error { throw WebFailure.tooLarge(maximumBytes: maximum) }
                throw WebFailure.malformedRequest(error.sentence)
            }
            return body
        default: throw WebFailure.unsupportedEncoding
        }
    }

    private func decoded(_ body: [UInt8], _ request: Request) throws -> EventDelivery {
        let type = ContentType(headers: request.headers)
        do {
            switch type {
            case .json?: return try NativeEvents.decodeJSON(body, receivedAt: now())
            case .newlineJSON?: return try NativeEvents.decodeLines(body, receivedAt: now())
            default:
                throw WebFailure.unsupportedMediaType(accepted: [ContentType.json.name, ContentType.newlineJSON.name])
            }
        } catch let error as DeliveryError {
            guard error.code == "too_many" else {
                throw WebFailure(.badRequest, error.code, title: "The delivery cannot be read", detail: error.sentence)
            }
            throw WebFailure(.contentTooLarge, error.code, title: "The delivery is too large", detail: error.sentence)
        }
    }
}
