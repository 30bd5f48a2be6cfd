/// The request an app sends to sign a user in with Apple.
public struct AppleSignInRequest: Sendable {
    public let identityToken: String
    /// An empty one counts as none.
    public let nonce: RequestNonce?
    /// The one-time code that came with the token; exchanged for a refresh token when present.
    public let authorizationCode: String?
    /// The redirect URI of the web flow; nil for native apps.
    public let redirectURI: String?
    /// Apple sends the name to the app once and never to the server, so it proves nothing.
    public let name: String?

    public init(
        identityToken: String,
        nonce: RequestNonce? = nil,
        authorizationCode: String? = nil,
        redirectURI: String? = nil,
        name: String? = nil
    ) {
        self.identityToken = identityToken
        self.nonce = nonce
        self.authorizationCode = authorizationCode
        self.redirectURI = redirectURI
        self.name = name
    }
}
