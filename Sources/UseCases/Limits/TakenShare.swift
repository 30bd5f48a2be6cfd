import Domain
import Foundation

/// The tokens taken for an attempt.
struct TakenShare: Sendable {
    let answer: RateLimitAnswer
    /// The tokens returned when the attempt fails early; none where the network's reserve was taken.
    var total: [RateLimitClaim] = []
}
