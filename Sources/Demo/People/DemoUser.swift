import Domain

/// A sample user.
public struct DemoUser: Sendable, Hashable {
    public let id: User.ID
    /// Nil in apps that store no names.
    public let name: String?
    public let email: String?
    public let role: String
    public var createdAt: Timestamp
    public var lastSeenAt: Timestamp
    /// The user's id at Apple; nil for a user with a password.
    public let appleSubject: String?
    public let isDisabled: Bool
}
