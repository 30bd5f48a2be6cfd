import Domain
import HTTPTypes
import Synchronization

/// How much one key and one address may deliver.
public struct IngestLimits: Sendable {
    /// Events of one key at once; refilled evenly over `period`.
    public var eventsPerKey: Int
    /// Events from one address (IPv6: its /64) at once.
    public var eventsPerAddress = 400_000
    public var period = Duration.seconds(10)

    public init(eventsPerKey: Int = 400_000) {
        self.eventsPerKey = eventsPerKey
    }
}

/// Takes tokens for deliveries, of the bucket of a key and that of an address: of both or of none.
protocol IngestLimiting: Sendable {
    /// - Throws: `.unavailable`
    func take(_ count: Int, key: APIKey, address: String) async throws(DomainError) -> IngestClaim
}

/// What became of a claim.
struct IngestClaim: Sendable, Hashable {
    /// How long to wait; nil when the tokens were taken.
    let wait: Duration?
    let levels: [Level]

    /// One bucket after a claim.
    struct Level: Sendable, Hashable {
        let name: String
        let capacity: Int
        let period: Duration
        let left: Int

        /// Until it is full again.
        var refill: Duration { period * (Double(capacity - left) / Double(capacity)) }
    }
}

/// Token buckets in memory, of this process alone: a delivery is too frequent to count in the database.
final class IngestLimiter: IngestLimiting {
    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    private let limits: IngestLimits
    private let buckets: Mutex<RecentlyUsed<String, Bucket>>

    /// - Parameter maximumBuckets: that are remembered; a flood of addresses cannot fill the memory.
    init(limits: IngestLimits, maximumBuckets: Int = 20_000) {
        self.limits = limits
        buckets = Mutex(RecentlyUsed(maximumCount: maximumBuckets))
    }

    /// How many buckets are remembered.
    var count: Int { buckets.withLock { $0.count } }

    func take(_ count: Int, key: APIKey, address: String) -> IngestClaim { take(count, key: key.id, address: address) }

    /// Takes `count` tokens of both buckets, or none.
    func take(_ count: Int, key: APIKey.ID, address: String, at now: ContinuousClock.Instant = .now) -> IngestClaim {
        let wanted = [(name: "key", of: "\(key)", limits.eventsPerKey), (name: "address", of: address, limits.eventsPerAddress)]
        return buckets.withLock { buckets in
            var tokens = wanted.map { level(buckets["\($0.name) \($0.of)"], capacity: $0.2, now) }
            let waits = zip(wanted, tokens).compactMap { wanted, level -> Duration? in
                // A delivery larger than the whole bucket passes when the bucket is full.
                let needed = min(Double(count), Double(wanted.2))
                guard level < needed else { return nil }
                return limits.period * ((needed - level) / Double(wanted.2))
            }
            if waits.isEmpty {
                tokens = tokens.map { $0 - Double(count) }
                for (wanted, tokens) in zip(wanted, tokens) { buckets["\(wanted.name) \(wanted.of)"] = Bucket(tokens: tokens, at: now) }
            }
            return IngestClaim(
                wait: waits.max(),
                levels: zip(wanted, tokens).map { .init(name: $0.name, capacity: $0.2, period: limits.period, left: max(0, Int($1))) })
        }
    }

    private func level(_ bucket: Bucket?, capacity: Int, _ now: ContinuousClock.Instant) -> Double {
        guard let bucket else { return Double(capacity) }
        let passed = (now - bucket.at) / limits.period
        return min(Double(capacity), bucket.tokens + passed * Double(capacity))
    }
}

extension IngestClaim {
    /// `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10 §3, §4).
    var headers: HTTPFields {
        let policies = levels.map { "\"\($0.name)\";q=\($0.capacity);w=\(max(1, $0.period.secondsRoundedUp))" }
        let states = levels.map { "\"\($0.name)\";r=\($0.left);t=\($0.refill.secondsRoundedUp)" }
        return [.rateLimitPolicy: policies.joined(separator: ", "), .rateLimit: states.joined(separator: ", ")]
    }
}

extension HTTPField.Name {
    // Constants that are tokens, as every field name is.
    fileprivate static let rateLimit = HTTPField.Name("RateLimit")!
    fileprivate static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
}
