import Domain
import Foundation

/// Forgets what has served its time, in short steps. One call is one turn of the timer.
public struct Upkeep: Sendable {
    /// Rows of one step: a step holds the writer for a few milliseconds.
    static let step = 500
    /// A bucket untouched for this long is full again, whatever its limit.
    static let bucketLifetime = Duration.hours(1)

    let limits: any RateLimitStore
    let idempotency: any IdempotencyStore
    let now: @Sendable () -> Timestamp

    public init(limits: any RateLimitStore, idempotency: any IdempotencyStore, now: @escaping @Sendable () -> Timestamp) {
        self.limits = limits
        self.idempotency = idempotency
        self.now = now
    }

    public func turn() async throws(DomainError) {
        let moment = now()
        while try await limits.forget(before: moment - Self.bucketLifetime, limit: Self.step) == Self.step {}
        while try await idempotency.forget(before: moment - Idempotency.lifetime, limit: Self.step) == Self.step {}
    }
}
