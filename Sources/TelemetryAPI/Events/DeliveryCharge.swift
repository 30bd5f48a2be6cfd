import Domain
import HTTPTypes
import Synchronization
import UseCases
import WebCore

/// The tokens that one delivery takes from the limits of its key and its address, or of one of them.
final class DeliveryCharge: Sendable {
    private let limiter: any IngestLimiting
    private let key: APIKey?
    /// Of the client; nil for one without shares of the key's limits.
    let networks: ClientNetworks?
    private let address: String?
    private let paid = Mutex(RateLimitStatus(wait: nil, levels: []))

    init(limiter: any IngestLimiting, key: APIKey?, networks: ClientNetworks?, address: String?) {
        self.limiter = limiter
        self.key = key
        self.networks = networks
        self.address = address
    }

    /// The rate limit fields of the answer.
    var headers: HTTPFields { paid.withLock(\.headers) }

    /// - Throws: 429 when a limit is exceeded, and `.unavailable`.
    func pay(_ count: Int, _ unit: RateLimitUnit) async throws {
        let claim = try await limiter.take(count, of: unit, key: key, networks: networks, address: address)
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
