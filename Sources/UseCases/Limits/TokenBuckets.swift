import Domain
import Foundation
import Synchronization

/// Keeps token buckets in the memory of this process, for requests too frequent to be counted in the database.
final class TokenBuckets: Sendable {
    private struct Bucket {
        var tokens: Double
        var at: Timestamp
    }

    /// The default number of buckets; a flood of subjects cannot fill the memory.
    static let maximumCount = 20_000

    private let buckets: Mutex<RecentlyUsed<Data, Bucket>>

    init(maximumCount: Int = maximumCount) {
        buckets = Mutex(RecentlyUsed(maximumCount: maximumCount))
    }

    /// Takes the tokens of all claims, or none.
    func take(_ claims: [RateLimitClaim], at now: Timestamp) -> RateLimitAnswer {
        buckets.withLock { buckets in
            var levels = claims.map { Self.level(buckets[$0.subject], of: $0.limit, at: now) }
            let waits = zip(claims, levels).compactMap { claim, level -> Duration? in
                let missing = Double(claim.count) - level
                return missing > 0 ? claim.limit.period * (missing / Double(claim.limit.capacity)) : nil
            }
            if waits.isEmpty {
                levels = zip(claims, levels).map { $1 - Double($0.count) }
                for (claim, level) in zip(claims, levels) { buckets[claim.subject] = Bucket(tokens: level, at: now) }
            }
            return RateLimitAnswer(wait: waits.max(), left: levels.map { max(0, Int($0)) })
        }
    }

    /// A clock that was set back refills nothing.
    private static func level(_ bucket: Bucket?, of limit: RateLimit, at now: Timestamp) -> Double {
        guard let bucket else { return Double(limit.capacity) }
        let passed = max(.zero, now.since(bucket.at)) / limit.period
        return min(Double(limit.capacity), bucket.tokens + passed * Double(limit.capacity))
    }
}
