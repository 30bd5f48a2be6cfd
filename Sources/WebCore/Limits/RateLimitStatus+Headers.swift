import Domain
import HTTPTypes
import UseCases

extension RateLimitStatus {
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
