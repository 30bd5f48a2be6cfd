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

/// Identifies a tenant at Apple's token endpoint: one client id of a team, and the key that signs for it.
public struct AppleClient: Sendable, Hashable {
    /// The bundle id of an app, or a Services ID. For an exchange it is the audience of the identity token.
    public let clientID: String
    /// Ten characters, from the developer account.
    public let teamID: String
    /// The id of the team's key, ten characters.
    public let keyID: String
    /// The text of the .p8 file: a P-256 private key in PEM. Never logged, never shown.
    public let privateKey: String
}

extension AppleClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key is left out.
    public var description: String { "\(clientID) (team \(teamID), key \(keyID))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["clientID": clientID, "teamID": teamID, "keyID": keyID])
    }
}
