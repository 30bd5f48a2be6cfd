import Domain

/// Bundles the services of Apple's servers for the use cases.
public struct AppleServers: Sendable {
    public let identities: any AppleIdentityVerifier
    public let tokens: any AppleTokenService
    public let notifications: any AppleNotificationVerifier
    /// The scheme and host of Apple's pages.
    public let base: String

    public init(
        identities: any AppleIdentityVerifier,
        tokens: any AppleTokenService,
        notifications: any AppleNotificationVerifier,
        base: String
    ) {
        self.identities = identities
        self.tokens = tokens
        self.notifications = notifications
        self.base = base
    }
}

/// Validates the notifications that Apple sends to a tenant's endpoint.
public protocol AppleNotificationVerifier: Sendable {
    /// - Parameters:
    ///   - body: the posted body: `{"payload": "…"}`.
    ///   - audiences: the client ids of the tenant.
    func notification(in body: [UInt8], for audiences: Set<String>) async throws(AppleTokenFailure) -> AppleNotification
}

/// A notification from Apple to a tenant about users of its app, after all validation.
public struct AppleNotification: Sendable, Hashable {
    /// Identifies repeats of one notification: `jti`, or the SHA-256 of the signed text. At most 128 characters.
    public let id: String
    /// The client id that the notification is for.
    public let audience: String
    public let issuedAt: Timestamp
    /// The events; Apple sends one per notification today.
    public let events: [AppleAccountEvent]

    public init(id: String, audience: String, issuedAt: Timestamp, events: [AppleAccountEvent]) {
        self.id = id
        self.audience = audience
        self.issuedAt = issuedAt
        self.events = events
    }
}
