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
