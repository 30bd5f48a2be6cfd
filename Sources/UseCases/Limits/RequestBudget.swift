import Domain
import Foundation

/// Limits the administrative requests to a tenant, in each dialect. Counted in memory, by each node for itself.
public struct RequestBudget: Sendable {
    /// The budget that is left after a request.
    public struct State: Sendable {
        /// The time to wait; nil when the request is allowed.
        public let wait: Duration?
        public let buckets: [Bucket]

        public struct Bucket: Sendable {
            public let name: String
            public let limit: RateLimit
            public let left: Int
        }
    }

    private let limiter: RateLimiter
    private let buckets = TokenBuckets<Data>()

    init(limiter: RateLimiter) { self.limiter = limiter }

    public func take(_ access: Access) -> State {
        let kind = access.principal.kind
        let subject = "\(kind.name) \(kind.id?.hyphenated ?? "")"
        var named: [(name: String, claim: RateLimitClaim)] = [
            (kind.name, limiter.claim(.requestsByPrincipal, tenant: nil, subject: subject))
        ]
        // An operator belongs to no tenant.
        if case .operator = kind {
        } else {
            named.append(("tenant", limiter.claim(.requestsByTenant, tenant: access.tenant, subject: "")))
        }
        let answer = buckets.take(named.map(\.claim), at: limiter.now())
        return State(
            wait: answer.wait,
            buckets: zip(named, answer.left).map { .init(name: $0.name, limit: $0.claim.limit, left: $1) }
        )
    }
}

extension RateLimit {
    /// Administrative requests of one secret key, or of one user: 1200 a minute. A backend that requests each of its
    /// users stays below 20 a second; more at once is an import, for which there is a command.
    public static let requestsByPrincipal = RateLimit("request/principal", capacity: 1200, per: .minutes(1))
    /// Administrative requests of all keys and users of a tenant: three times as many, so that further keys gain
    /// little.
    public static let requestsByTenant = RateLimit("request/tenant", capacity: 3600, per: .minutes(1))
}
