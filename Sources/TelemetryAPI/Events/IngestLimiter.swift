import Domain
import HTTPTypes
import Synchronization
import UseCases
import WebCore

/// Holds token buckets in the memory of this process: deliveries are too frequent to count in the database.
final class IngestLimiter: IngestLimiting {
    private struct Bucket {
        var tokens: Double
        var at: ContinuousClock.Instant
    }

    let limits: IngestLimits
    private let buckets: Mutex<RecentlyUsed<String, Bucket>>

    /// - Parameter maximumBuckets: the number of buckets kept, so that a flood of addresses cannot fill the memory.
    init(limits: IngestLimits, maximumBuckets: Int = 60_000) {
        self.limits = limits
        buckets = Mutex(RecentlyUsed(maximumCount: maximumBuckets))
    }

    /// The number of buckets kept.
    var count: Int { buckets.withLock { $0.count } }

    func take(
        _ count: Int,
        of unit: RateLimitUnit = .events,
        key: APIKey?,
        networks: ClientNetworks?,
        address: String?
    ) -> RateLimitStatus {
        take(count, of: unit, key: key?.id, tenant: key?.tenant, networks: networks, address: address)
    }

    /// Takes `count` tokens from every bucket, at most a whole one, or from none.
    func take(
        _ count: Int,
        of unit: RateLimitUnit = .events,
        key: APIKey.ID?,
        tenant: Tenant.ID? = nil,
        networks: ClientNetworks?,
        address: String?,
        at now: ContinuousClock.Instant = .now
    ) -> RateLimitStatus {
        let wanted = limits.buckets(of: unit, key: key, tenant: tenant, networks: networks, address: address)
        // A delivery larger than the whole bucket passes when the bucket is full. No one else pays for it later.
        let count = min(count, limits.greatestCharge(of: unit, hasKey: key != nil, networks: networks))
        let needed = wanted.map { Double(min(count, $0.limit.capacity)) }
        return buckets.withLock { buckets in
            var tokens = wanted.map { level(buckets[$0.id], capacity: $0.limit.capacity, now) }
            let waits = zip(zip(wanted, needed), tokens).compactMap { bucket, level -> Duration? in
                let (wanted, needed) = bucket
                guard level < needed else { return nil }
                return limits.period * ((needed - level) / Double(wanted.limit.capacity))
            }
            if waits.isEmpty {
                tokens = zip(tokens, needed).map { $0 - $1 }
                for (wanted, tokens) in zip(wanted, tokens) { buckets[wanted.id] = Bucket(tokens: tokens, at: now) }
            }
            return RateLimitStatus(wait: waits.max(), levels: zip(wanted, tokens).map { $0.level(left: Int($1)) })
        }
    }

    private func level(_ bucket: Bucket?, capacity: Int, _ now: ContinuousClock.Instant) -> Double {
        guard let bucket else { return Double(capacity) }
        let passed = (now - bucket.at) / limits.period
        return min(Double(capacity), bucket.tokens + passed * Double(capacity))
    }
}

/// Takes tokens for deliveries from the buckets of a key and its tenant, of an address and of its networks: from all or
/// none. Without a key or an address, only the buckets of the other are charged; without networks, no shares of a key.
protocol IngestLimiting: Sendable {
    var limits: IngestLimits { get }

    /// - Throws: `.unavailable`
    func take(
        _ count: Int,
        of unit: RateLimitUnit,
        key: APIKey?,
        networks: ClientNetworks?,
        address: String?
    ) async throws(DomainError) -> RateLimitStatus
}

/// The limits of deliveries with one key, of one tenant and from one address.
package struct IngestLimits: Sendable {
    /// The burst of events of one key; refilled evenly over `period`.
    package var eventsPerKey: Int
    /// The burst of events of all keys of one tenant: one of them cannot take what the others need of the machine.
    package var eventsPerTenant = 800_000
    /// The burst of events from one address (IPv6: its /64). A wider network has a multiple of it.
    package var eventsPerAddress = 400_000
    /// The burst of bytes of one key. What a body takes: `DeliveryCharge`.
    package var bytesPerKey = 160 << 20
    /// The burst of bytes of all keys of one tenant.
    package var bytesPerTenant = 320 << 20
    /// The burst of bytes from one address.
    package var bytesPerAddress = 160 << 20
    package var period = Duration.seconds(10)

    package init(eventsPerKey: Int = 400_000) {
        self.eventsPerKey = eventsPerKey
    }
}
