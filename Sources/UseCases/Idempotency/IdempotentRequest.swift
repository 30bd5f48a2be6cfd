import Foundation

/// A request that is to be done once.
public struct IdempotentRequest: Sendable {
    /// The hash of the idempotency key.
    public let key: Data
    /// The hash of method, path and body, which a repeat must match.
    public let content: Data
    public let principal: UUID?

    public init(key: Data, content: Data, principal: UUID?) {
        self.key = key
        self.content = content
        self.principal = principal
    }
}
