import Domain
import HTTPTypes
import Synchronization
import UseCases

/// The limits of deliveries from one key and one address.
public struct IngestLimits: Sendable {
    /// The burst of events of one key; refilled evenly over `period`.
    public var eventsPerKey: Int
    /// The burst of events from one address (IPv6: its /64). A wider network has a multiple of it.
    public var eventsPerAddress = 400_000
    /// The burst of bytes of one key: the body as sent, plus its unpacked size.
    public var bytesPerKey = 160 << 20
    /// The burst of bytes from one address.
    public var bytesPerAddress = 160 << 20
    public var period = Duration.seconds(10)

    public init(eventsPerKey: Int = 400_000) {
        self.eventsPerKey = eventsPerKey
    }
}

/// The unit of a limit.
enum IngestUnit {
    case events, bytes
}

/// Takes tokens for deliveries from the buckets of a key, of an address and of its networks: from all or none.
protocol IngestLimiting: Sendable {
    /// - Throws: `.unavailable`
    func take(_ count: Int, of unit: IngestUnit, key: APIKey, address: String) async throws(DomainError) -> IngestClaim
}

/// The result of a claim.
struct IngestClaim: Sendable, Hashable {
    /// The time to wait; nil when the tokens were taken.
    let wait: Duration?
    let levels: [Level]

    /// The state of one bucket after a claim.
    struct Level: Sendable, Hashable {
        let name: String
        let capacity: Int
        let period: Duration
        let left: Int
        var unit = IngestUnit.events
        /// Whether the bucket belongs to a network around the address; clients see it only when it is empty.
        var isWide = false

        /// The time until the bucket is full again.
        var refill: Duration { period * (Double(capacity - left) / Double(capacity)) }
    }
}

/// Holds token buckets in the memory of this process: deliveries are too frequent to count in the database.
final class IngestLimiter: IngestLimiting {
    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    private let limits: IngestLimits
    private let buckets: Mutex<RecentlyUsed<String, Bucket>>

    /// - Parameter maximumBuckets: the number of buckets kept, so that a flood of addresses cannot fill the memory.
    init(limits: IngestLimits, maximumBuckets: Int = 20_000) {
        self.limits = limits
        buckets = Mutex(RecentlyUsed(maximumCount: maximumBuckets))
    }

    /// The number of buckets kept.
    var count: Int { buckets.withLock { $0.count } }

    func take(_ count: Int, of unit: IngestUnit = .events, key: APIKey, address: String) -> IngestClaim {
        take(count, of: unit, key: key.id, address: address)
    }

    /// Takes `count` tokens from every bucket, or from none.
    func take(
        _ count: Int,
        of unit: IngestUnit = .events,
        key: APIKey.ID,
        address: String,
        at now: ContinuousClock.Instant = .now
    ) -> IngestClaim {
        let wanted = limits.buckets(of: unit, key: key, address: address)
        return buckets.withLock { buckets in
            var tokens = wanted.map { level(buckets[$0.id], capacity: $0.limit.capacity, now) }
            let waits = zip(wanted, tokens).compactMap { wanted, level -> Duration? in
                // A delivery larger than the whole bucket passes when the bucket is full.
                let capacity = wanted.limit.capacity
                let needed = min(Double(count), Double(capacity))
                guard level < needed else { return nil }
                return limits.period * ((needed - level) / Double(capacity))
            }
            if waits.isEmpty {
                tokens = tokens.map { $0 - Double(count) }
                for (wanted, tokens) in zip(wanted, tokens) { buckets[wanted.id] = Bucket(tokens: tokens, at: now) }
            }
            return IngestClaim(wait: waits.max(), levels: zip(wanted, tokens).map { $0.level(left: Int($1)) })
        }
    }

    private func level(_ bucket: Bucket?, capacity: Int, _ now: ContinuousClock.Instant) -> Double {
        guard let bucket else { return Double(capacity) }
        let passed = (now - bucket.at) / limits.period
        return min(Double(capacity), bucket.tokens + passed * Double(capacity))
    }
}

extension IngestClaim {
    /// Combines this claim with a later one; for buckets in both, the later level applies.
    func followed(by other: IngestClaim) -> IngestClaim {
        let names = Set(other.levels.map(\.name))
        let all = levels.filter { !names.contains($0.name) } + other.levels
        return IngestClaim(
            wait: other.wait,
            levels: all.filter { $0.unit == .events } + all.filter { $0.unit == .bytes }
        )
    }

    /// `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10 §3, §4).
    var headers: HTTPFields {
        let told = levels.filter { !$0.isWide || wait != nil && $0.left == 0 }
        let policies = told.map { level in
            "\"\(level.name)\";q=\(level.capacity);w=\(max(1, level.period.secondsRoundedUp))"
                + (level.unit == .bytes ? ";qu=\"content-bytes\"" : "")
        }
        let states = told.map { "\"\($0.name)\";r=\($0.left);t=\($0.refill.secondsRoundedUp)" }
        return [.rateLimitPolicy: policies.joined(separator: ", "), .rateLimit: states.joined(separator: ", ")]
    }
}

extension HTTPField.Name {
    // Valid tokens, as every field name is.
    static let rateLimit = HTTPField.Name("RateLimit")!
    static let rateLimitPolicy = HTTPField.Name("RateLimit-Policy")!
}
