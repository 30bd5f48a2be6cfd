import Domain

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

/// Explains why Apple's token endpoint rejected a request.
public enum AppleServiceFailure: Error, Hashable, Sendable {
    /// The private key of the tenant is no P-256 key in PEM; nothing was sent.
    case unusableKey
    /// The configuration is wrong: key, team or client id. Raises an alarm, and signs no user out.
    /// - Parameter description: Apple's error description, at most 200 characters; often empty.
    case invalidClient(description: String?)
    /// The code was used, has expired or is another client's; or the user withdrew their consent.
    case invalidGrant(description: String?)
    /// Apple rejected the request for any other reason.
    case refused(Refusal)
    /// There was no response, an error, or a response that is not Apple's. Implies nothing about the token.
    case unavailable(retryAfter: Duration)

    public enum Refusal: String, Sendable, Hashable, CaseIterable {
        case invalidRequest = "invalid_request"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidScope = "invalid_scope"
        /// An unknown error code.
        case other
    }

    /// The canonical code of the cause.
    public var code: String {
        switch self {
        case .unusableKey, .invalidClient: "apple.token.invalid_client"
        case .invalidGrant: "apple.token.invalid_grant"
        case .refused(.unsupportedGrantType): "apple.token.unsupported_grant"
        case .refused(.other): "apple.token.invalid_request"
        case .refused(let refusal): "apple.token.\(refusal.rawValue)"
        case .unavailable: "apple.server.unavailable"
        }
    }

    /// When to retry; nil when this request can never succeed.
    public var retryAfter: Duration? {
        if case .unavailable(let wait) = self { wait } else { nil }
    }
}
