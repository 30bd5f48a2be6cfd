import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The endpoints of one wire format of telemetry: they pass each request to `EventIntake.accept(_:)` as a
/// `RequestDelivery`, and answer with the result.
struct IngestRoute<Format: IngestFormat>: Sendable {
    let intake: EventIntake
    let tasks: ConnectionTasks

    func add(to open: Routes<GatehouseContext>) {
        let preflight = Preflight(methods: [.post], headers: Format.allowedHeaders)
        let keyed = open.group("", authentication: .ingestKey)
        for endpoint in Format.endpoints {
            keyed.post(endpoint.path, operation: endpoint.operation, use: take)
            open.on(.options, endpoint.path, use: preflight.answer)
        }
    }

    private func take(_ call: PlainCall<GatehouseContext>) async throws -> Response {
        let delivery = RequestDelivery(
            format: try Format(call.request, call.context),
            request: call.request,
            context: call.context,
            intake: intake,
            tasks: tasks
        )
        do { return try Format.answer(try await intake.accept(delivery), to: call.request) } catch {
            throw WebFailure(rejection: error, of: Format.self) ?? error
        }
    }
}

extension WebFailure {
    /// - Returns: nil for another error than a `DeliveryRejection`.
    fileprivate init?(rejection error: any Error, of format: (some IngestFormat).Type) {
        guard let rejection = error as? DeliveryRejection else { return nil }
        switch rejection {
        case .unknownCredential: self = format.unknownCredential
        case .limited(let status, let wait, let categories):
            self.init(DomainError.throttled(retryAfter: wait))
            headers = status.headers
            headers.append(contentsOf: format.limitHeaders(wait, categories))
        case .budgetExhausted(let rejection):
            self.init(DomainError.throttled(retryAfter: rejection.retryAfter))
            headers = rejection.headers
        case .tooLarge(let maximumBytes): self = .tooLarge(maximumBytes: maximumBytes)
        }
    }
}

extension IngestBudget.Rejection {
    /// The rate limit fields, with bytes as their unit (draft-ietf-httpapi-ratelimit-headers-10 §3, §4).
    fileprivate var headers: HTTPFields {
        [
            .rateLimitPolicy: "\"\(name)\";q=\(bytes);qu=\"content-bytes\";w=86400",
            .rateLimit: "\"\(name)\";r=0;t=\(retryAfter.secondsRoundedUp)",
        ]
    }

    private var name: String {
        switch exhausted {
        case .budget: "daily"
        case .address: "daily-address"
        case .network, .reserve: "daily-network"
        }
    }
}
