import Domain
import Foundation

/// The revocations of one tenant that Apple has not confirmed yet.
public struct AppleBacklog: Sendable, Hashable {
    public let waiting: Int
    /// The revocations among them that Apple has failed to confirm at least once.
    public let failing: Int
    public let oldest: Timestamp?
    /// The error code of the latest try.
    public let lastError: String?

    public init(waiting: Int, failing: Int, oldest: Timestamp?, lastError: String?) {
        self.waiting = waiting
        self.failing = failing
        self.oldest = oldest
        self.lastError = lastError
    }
}
