import Domain

/// Holds token buckets in the memory of this process: deliveries are too frequent to count in the database.
public final class IngestLimiter: IngestLimiting {
    public let limits: IngestLimits
    private let buckets: TokenBuckets<String>
    private let now: @Sendable () -> Timestamp

    /// - Parameter maximumBuckets: the number of buckets kept, so that a flood of addresses cannot fill the memory.
    init(limits: IngestLimits, maximumBuckets: Int = 60_000, now: @escaping @Sendable () -> Timestamp) {
        self.limits = limits
        self.now = now
        buckets = TokenBuckets(maximumCount: maximumBuckets)
    }

    /// The number of buckets kept.
    var count: Int { buckets.count }

    public func take(
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
        address: String?
    ) -> RateLimitStatus {
        let wanted = limits.buckets(of: unit, key: key, tenant: tenant, networks: networks, address: address)
        // A delivery larger than the whole bucket passes when the bucket is full. No one else pays for it later.
        let count = min(count, limits.greatestCharge(of: unit, hasKey: key != nil, networks: networks))
        let claims = wanted.map { TokenClaim(limit: $0.limit, subject: $0.id, count: count) }
        let answer = buckets.take(claims, at: now())
        return RateLimitStatus(wait: answer.wait, levels: zip(wanted, answer.left).map { $0.level(left: $1) })
    }
}

/// Takes tokens for deliveries from the buckets of a key and its tenant, of an address and of its networks: from all or
/// none. Without a key or an address, only the buckets of the other are charged; without networks, no shares of a key.
public protocol IngestLimiting: Sendable {
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
public struct IngestLimits: Sendable {
    /// The burst of events of one key; refilled evenly over `period`.
    public var eventsPerKey: Int
    /// The burst of events of all keys of one tenant: one of them cannot take what the others need of the machine.
    public var eventsPerTenant = 800_000
    /// The burst of events from one address (IPv6: its /64). A wider network has a multiple of it.
    public var eventsPerAddress = 400_000
    /// The burst of bytes of one key. What a body takes: `DeliveryCharge`.
    public var bytesPerKey = 160 << 20
    /// The burst of bytes of all keys of one tenant.
    public var bytesPerTenant = 320 << 20
    /// The burst of bytes from one address.
    public var bytesPerAddress = 160 << 20
    public var period = Duration.seconds(10)

    public init(eventsPerKey: Int = 400_000) { self.eventsPerKey = eventsPerKey }
}
