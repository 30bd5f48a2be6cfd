/// A sign-in method of a user: (tenant, provider, subject). Never found by email alone.
public struct Identity: Sendable, Hashable {
    public enum Provider: String, Sendable, CaseIterable {
        case password, apple
    }

    public let provider: Provider
    /// The provider's id of the user; for `password` the user's own id.
    public let subject: String
    public let createdAt: Timestamp
    public let lastUsedAt: Timestamp?

    public init(provider: Provider, subject: String, createdAt: Timestamp, lastUsedAt: Timestamp?) {
        self.provider = provider
        self.subject = subject
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
    }
}
