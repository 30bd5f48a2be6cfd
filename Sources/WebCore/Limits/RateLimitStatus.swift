import Domain
import HTTPTypes

/// The result of a claim.
package struct RateLimitStatus: Sendable, Hashable {
    /// The time to wait; nil when the tokens were taken.
    package let wait: Duration?
    package let levels: [Level]

    package init(wait: Duration?, levels: [Level]) {
        self.wait = wait
        self.levels = levels
    }

    /// The state of one bucket after a claim.
    package struct Level: Sendable, Hashable {
        package let name: String
        package let capacity: Int
        package let period: Duration
        package let left: Int
        var unit = RateLimitUnit.events
        /// Whether the bucket belongs to a tenant or to a network around the address; clients see it only when it is empty.
        package var isWide = false

        package init(
            name: String,
            capacity: Int,
            period: Duration,
            left: Int,
            unit: RateLimitUnit = .events,
            isWide: Bool = false
        ) {
            self.name = name
            self.capacity = capacity
            self.period = period
            self.left = left
            self.unit = unit
            self.isWide = isWide
        }

        /// The time until the bucket is full again.
        var refill: Duration { period * (Double(capacity - left) / Double(capacity)) }
    }
}

extension RateLimitStatus {
    /// Combines this claim with a later one; for buckets in both, the later level applies.
    package func followed(by other: RateLimitStatus) -> RateLimitStatus {
        let names = Set(other.levels.map(\.name))
        let all = levels.filter { !names.contains($0.name) } + other.levels
        return RateLimitStatus(
            wait: other.wait,
            levels: all.filter { $0.unit == .events } + all.filter { $0.unit == .bytes }
        )
    }

    /// `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10 §3, §4).
    package var headers: HTTPFields {
        let listed = levels.filter { !$0.isWide || wait != nil && $0.left == 0 }
        let policies = listed.map { level in
            "\"\(level.name)\";q=\(level.capacity);w=\(max(1, level.period.secondsRoundedUp))"
                + (level.unit == .bytes ? ";qu=\"content-bytes\"" : "")
        }
        let states = listed.map { "\"\($0.name)\";r=\($0.left);t=\($0.refill.secondsRoundedUp)" }
        return [.rateLimitPolicy: policies.joined(separator: ", "), .rateLimit: states.joined(separator: ", ")]
    }
}

/// The unit of a limit.
package enum RateLimitUnit {
    case events, bytes
}
