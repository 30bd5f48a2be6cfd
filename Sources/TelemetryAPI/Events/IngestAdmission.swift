import Domain
import HTTPTypes
import UseCases
import WebCore

/// Decides whether a delivery of a key is read: called once, before its body.
struct IngestAdmission: Sendable {
    let intake: EventIntake

    /// - Parameter networks: of the client; nil for one without shares.
    /// - Throws: `.unavailable` while events cannot be stored, 429 until the next day when the budget, or the client's
    ///   share of it, is used up.
    func check(_ key: KeyRecord, from networks: ClientNetworks?) async throws {
        guard let rejection = try await intake.admit(key, from: networks) else { return }
        var failure = WebFailure(DomainError.throttled(retryAfter: rejection.retryAfter))
        failure.headers = rejection.headers
        throw failure
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
