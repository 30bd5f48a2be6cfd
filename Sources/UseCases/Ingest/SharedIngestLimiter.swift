import Domain
import Synchronization

/// Enforces limits over all nodes: a node grants a twentieth of a bucket by itself, and borrows more from the buckets
/// in the database, a twentieth at a time. So a phone that sends a little costs no transaction, and three nodes
/// together accept a sixth more than one would, not three times as much.
public final class SharedIngestLimiter: IngestLimiting {
    /// The tokens that may be spent without the database.
    private struct Loan {
        var tokens: Int
        /// The level of the database bucket at its latest query.
        var left: Int
        let at: Timestamp
    }

    /// A bucket, and the tokens that a delivery needs from it.
    private struct Need {
        let bucket: IngestBucket
        let tenant: Tenant.ID?
        let count: Int

        var id: String { bucket.id }
        var limit: RateLimit { bucket.limit }
    }

    private static let share = 20

    public let limits: IngestLimits
    private let shared: RateLimiter
    private let now: @Sendable () -> Timestamp
    private let loans: Mutex<RecentlyUsed<String, Loan>>

    /// - Parameter maximumBuckets: the number of buckets kept, so that a flood of addresses cannot fill the memory.
    init(
        limits: IngestLimits,
        shared: RateLimiter,
        maximumBuckets: Int = 60_000,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.limits = limits
        self.shared = shared
        self.now = now
        loans = Mutex(RecentlyUsed(maximumCount: maximumBuckets))
    }

    public func take(
        _ count: Int,
        of unit: RateLimitUnit = .events,
        key: APIKey?,
        networks: ClientNetworks?,
        address: String?
    ) async throws(DomainError) -> RateLimitStatus {
        // A delivery larger than the whole bucket passes when the bucket is full.
        let count = min(count, limits.greatestCharge(of: unit, hasKey: key != nil, networks: networks))
        let buckets = limits.buckets(of: unit, key: key?.id, tenant: key?.tenant, networks: networks, address: address)
        let needs = buckets.map { bucket in
            Need(
                bucket: bucket,
                tenant: bucket.isOfTenant ? key?.tenant : nil,
                count: min(count, bucket.limit.capacity)
            )
        }
        let now = now()
        if let claim = spend(needs, at: now) { return claim }
        let answer = try await borrow(needs, at: now) { max($0.count, $0.limit.capacity / Self.share) }
        // The remaining tokens may be fewer than a twentieth of the bucket, but enough for this delivery.
        return answer.wait == nil ? answer : try await borrow(needs, at: now, \.count)
    }

    /// Spends tokens without the database.
    /// - Returns: nil when they do not suffice.
    private func spend(_ needs: [Need], at now: Timestamp) -> RateLimitStatus? {
        loans.withLock { loans in
            let held = needs.map { current(loans[$0.id], $0, at: now) }
            guard zip(needs, held).allSatisfy({ $1.tokens >= $0.count }) else { return nil }
            return pay(needs, from: held, &loans)
        }
    }

    /// Borrows tokens for the buckets that lack them, and spends them.
    private func borrow(
        _ needs: [Need],
        at now: Timestamp,
        _ count: (Need) -> Int
    ) async throws(DomainError) -> RateLimitStatus {
        let lacking = loans.withLock { loans in needs.filter { current(loans[$0.id], $0, at: now).tokens < $0.count }
        }
        let claims = lacking.map {
            shared.claim($0.limit, tenant: $0.tenant, subject: $0.bucket.subject, count: count($0))
        }
        let answer = try await shared.borrow(claims)
        let left = Dictionary(uniqueKeysWithValues: zip(lacking.map(\.id), answer.left))
        return loans.withLock { loans in
            // Other deliveries may have borrowed or spent tokens meanwhile.
            var held = needs.map { current(loans[$0.id], $0, at: now) }
            for (place, need) in needs.enumerated() {
                held[place].left = left[need.id] ?? held[place].left
                guard answer.wait == nil, let claim = zip(lacking, claims).first(where: { $0.0.id == need.id })?.1
                else { continue }
                held[place].tokens += claim.count
            }
            guard let wait = answer.wait else { return pay(needs, from: held, &loans) }
            return RateLimitStatus(wait: wait, levels: zip(needs, held).map(level))
        }
    }

    private func pay(_ needs: [Need], from held: [Loan], _ loans: inout RecentlyUsed<String, Loan>) -> RateLimitStatus {
        let paid = zip(needs, held).map { need, loan in
            var loan = loan
            loan.tokens = max(0, loan.tokens - need.count)
            return loan
        }
        for (need, loan) in zip(needs, paid) { loans[need.id] = loan }
        return RateLimitStatus(wait: nil, levels: zip(needs, paid).map(level))
    }

    /// Returns the current loan. Tokens not spent within the bucket's period lapse, and a new share replaces them.
    private func current(_ loan: Loan?, _ need: Need, at now: Timestamp) -> Loan {
        if let loan, now.since(loan.at) < limits.period { return loan }
        return Loan(tokens: need.limit.capacity / Self.share, left: need.limit.capacity, at: now)
    }

    private func level(_ need: Need, _ loan: Loan) -> RateLimitStatus.Level {
        need.bucket.level(left: min(loan.left + loan.tokens, need.limit.capacity))
    }
}
