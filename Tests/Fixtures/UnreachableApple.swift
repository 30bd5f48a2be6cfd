import Domain
import UseCases

extension AppleServers {
    /// Every request fails as if its servers were unavailable.
    public static let unreachable = AppleServers(
        identities: Unreachable(),
        tokens: Unreachable(),
        notifications: Unreachable(),
        base: "https://appleid.apple.com"
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
