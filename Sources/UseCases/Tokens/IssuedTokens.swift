import Domain

/// A new pair of tokens.
public struct IssuedTokens: Sendable, Hashable {
    public let accessToken: String
    public let expiresIn: Duration
    public let expiresAt: Timestamp
    public let refreshToken: String
    public let generation: Int64
}
