import Domain
import Synchronization

/// Keeps token buckets in the memory of this process, for requests too frequent to be counted in the database.
package final class TokenBuckets<Subject: Hashable & Sendable>: Sendable {
    private typealias States = RecentlyUsed<Subject, TokenBucket.State>

    private let states: Mutex<States>

    /// - Parameter maximumCount: the number of buckets kept, so that a flood of subjects cannot fill the memory.
    package init(maximumCount: Int = 20_000) { states = Mutex(States(maximumCount: maximumCount)) }

    package var count: Int { states.withLock(\.count) }

    /// Takes the tokens of all claims, or none.
    /// - Parameter claims: each of a bucket of its own.
    package func take(_ claims: [TokenClaim<Subject>], at now: Timestamp) -> RateLimitAnswer {
        states.withLock { states in
            var buckets = claims.map { TokenBucket($0.limit, states[$0.subject], at: now) }
            let wait = zip(claims, buckets).compactMap { $1.wait(for: $0.count) }.max()
            for (place, claim) in claims.enumerated() {
                if wait == nil { buckets[place].take(claim.count) }
                Self.keep(buckets[place], of: claim, isTaken: wait == nil, &states)
            }
            return RateLimitAnswer(wait: wait, left: buckets.map(\.left))
        }
    }

    /// Takes the tokens of one claim.
    /// - Returns: the time to wait; nil when they were taken.
    package func take(_ claim: TokenClaim<Subject>, at now: Timestamp) -> Duration? {
        states.withLock { states in
            var bucket = TokenBucket(claim.limit, states[claim.subject], at: now)
            let wait = bucket.wait(for: claim.count)
            if wait == nil { bucket.take(claim.count) }
            Self.keep(bucket, of: claim, isTaken: wait == nil, &states)
            return wait
        }
    }

    /// A bucket from which nothing was taken stays as it was, so that no part of a token gets lost between frequent
    /// requests. It is still in use.
    private static func keep(
        _ bucket: TokenBucket,
        of claim: TokenClaim<Subject>,
        isTaken: Bool,
        _ states: inout States
    ) {
        if bucket.wasSetBack || isTaken && claim.count > 0 {
            states[claim.subject] = bucket.state
        } else if let state = states[claim.subject] {
            states[claim.subject] = state
        }
    }
}
