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
        base: String = "https://appleid.apple.com"
    ) {
        self.identities = identities
        self.tokens = tokens
        self.notifications = notifications
        self.base = base
    }

    /// For processes that never contact Apple: every request fails as if its servers were unavailable.
    public static let unreachable = AppleServers(
        identities: Unreachable(),
        tokens: Unreachable(),
        notifications: Unreachable()
    )

    private struct Unreachable: AppleIdentityVerifier, AppleTokenService, AppleNotificationVerifier {
        private static let wait = Duration.seconds(60)

        func identity(of _: String, expecting _: AppleExpectation) async throws(AppleTokenFailure) -> AppleIdentity {
            throw .keysUnavailable(retryAfter: Self.wait)
        }

        func notification(in _: [UInt8], for _: Set<String>) async throws(AppleTokenFailure) -> AppleNotification {
            throw .keysUnavailable(retryAfter: Self.wait)
        }

        func knows(redirectURI _: String, of _: String) async throws(AppleServiceFailure) -> Bool {
            throw .unavailable(retryAfter: Self.wait)
        }

        func exchange(
            code _: String,
            redirectURI _: String?,
            as _: AppleClient
        ) async throws(AppleServiceFailure) -> AppleTokens {
            throw .unavailable(retryAfter: Self.wait)
        }

        func check(refreshToken _: String, as _: AppleClient) async throws(AppleServiceFailure) -> AppleTokens {
            throw .unavailable(retryAfter: Self.wait)
        }

        func revoke(_: AppleRevocableToken, as _: AppleClient) async throws(AppleServiceFailure) {
            throw .unavailable(retryAfter: Self.wait)
        }
    }
}
