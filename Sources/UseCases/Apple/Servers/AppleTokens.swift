import Domain

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
