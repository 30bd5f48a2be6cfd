import Domain
import HTTPTypes
import Synchronization
import UseCases

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
