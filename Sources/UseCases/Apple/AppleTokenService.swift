import Domain

/// Apple's token and revocation endpoints, for one client at a time.
public protocol AppleTokenService: Sendable {
    /// Exchanges a one-time authorization code, which lives five minutes.
    /// - Parameter redirectURI: what the web flow named; nil for codes of native apps.
    func exchange(
        code: String,
        redirectURI: String?,
        as client: AppleClient
    ) async throws(AppleServiceFailure) -> AppleTokens

    /// Asks whether a refresh token is still good. Apple allows this about once a day for each person.
    /// - Throws: `.invalidGrant` when the person withdrew their consent; only that ends sessions.
    func check(refreshToken: String, as client: AppleClient) async throws(AppleServiceFailure) -> AppleTokens

    /// Ends the person's authorisation of the whole app, on all devices. Apple also says yes to a token that is void
    /// already.
    func revoke(_ token: AppleRevocableToken, as client: AppleClient) async throws(AppleServiceFailure)

    /// Whether Apple's page of the web flow would send people back to this address. Needs no key.
    func knows(redirectURI: String, of clientID: String) async throws(AppleServiceFailure) -> Bool
}

/// What the token endpoint gave.
public struct AppleTokens: Sendable, Hashable {
    public let accessToken: String
    public let expiresIn: Duration
    /// Only an exchange gives one. To be kept encrypted.
    public let refreshToken: String?
    /// Not checked yet: its subject must be the one that signed in.
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

/// Why Apple's token endpoint did not do what was asked.
public enum AppleServiceFailure: Error, Hashable, Sendable {
    /// The private key of the tenant is no P-256 key in PEM; nothing was sent.
    case unusableKey
    /// Our configuration is wrong: key, team or client id. Alarms, and signs nobody out.
    /// - Parameter description: what Apple says about it, at most 200 characters; often nothing.
    case invalidClient(description: String?)
    /// The code was used, is too old or is another client's; or the person withdrew their consent.
    case invalidGrant(description: String?)
    /// Any other refusal.
    case refused(Refusal)
    /// No answer, a failing one or one that is not Apple's. Says nothing about the token.
    case unavailable(retryAfter: Duration)

    public enum Refusal: String, Sendable, Hashable, CaseIterable {
        case invalidRequest = "invalid_request"
        case unauthorizedClient = "unauthorized_client"
        case unsupportedGrantType = "unsupported_grant_type"
        case invalidScope = "invalid_scope"
        /// An error that we do not know.
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

    /// When to try again; nil when the same request can never be good.
    public var retryAfter: Duration? {
        if case .unavailable(let wait) = self { wait } else { nil }
    }
}
