/// Calls Apple's token and revocation endpoints, for one client at a time.
public protocol AppleTokenService: Sendable {
    /// Exchanges a one-time authorization code, which lives five minutes.
    /// - Parameter redirectURI: the redirect URI of the web flow; nil for codes of native apps.
    func exchange(
        code: String,
        redirectURI: String?,
        as client: AppleClient
    ) async throws(AppleServiceFailure) -> AppleTokens

    /// Checks whether a refresh token is still valid. Apple allows this about once a day for each user.
    /// - Throws: `.invalidGrant` when the user withdrew their consent; only that ends sessions.
    func check(refreshToken: String, as client: AppleClient) async throws(AppleServiceFailure) -> AppleTokens

    /// Revokes the user's authorization of the whole app, on all devices. Apple also confirms a token that is void
    /// already.
    func revoke(_ token: AppleRevocableToken, as client: AppleClient) async throws(AppleServiceFailure)

    /// Whether Apple's page of the web flow would redirect to this address. Needs no key.
    func knows(redirectURI: String, of clientID: String) async throws(AppleServiceFailure) -> Bool
}

/// The response of the token endpoint.
public struct AppleTokens: Sendable, Hashable {
    public let accessToken: String
    public let expiresIn: Duration
    /// Issued only by an exchange. It must be stored encrypted.
    public let refreshToken: String?
    /// Not validated yet: its subject must be the one that signed in.
    public let identityToken: String?

    public init(accessToken: String, expiresIn: Duration, refreshToken: String? = nil, identityToken: String? = nil) {
        self.accessToken = accessToken
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.identityToken = identityToken
    }
}

/// A token that can be revoked at Apple.
public enum AppleRevocableToken: Sendable, Hashable {
    case refresh(String)
    case access(String)
}
