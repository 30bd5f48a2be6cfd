import Domain

/// Why a delivery is rejected as a whole. Other errors are those of the request, and `DomainError`.
public enum DeliveryRejection: Error, Sendable {
    /// No key of this server, one that was revoked, or one of another project.
    case unknownCredential
    /// A rate limit is exceeded.
    /// - Parameter categories: of the items that were decoded; empty when none were.
    case limited(RateLimitStatus, wait: Duration, categories: [ItemCategory])
    /// The bytes of the day are used up.
    case budgetExhausted(IngestBudget.Rejection)
    /// It unpacks to more bytes.
    case tooLarge(maximumBytes: Int)
}
