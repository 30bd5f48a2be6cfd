import Crypto
import Domain
import Foundation

/// The write with an idempotency key that runs now.
///
/// The write records in its own transaction that it was done, so that no later failure can lead to doing it twice.
public struct IdempotencyMark: Sendable, Hashable {
    /// Set while the work of such a write runs.
    @TaskLocal public static var current: IdempotencyMark?

    public let tenant: Tenant.ID
    public let key: Data
    /// Distinguishes this claim from a later one that another request makes after this one is released.
    public let claimedAt: Timestamp
}
