/// Validates identity tokens of Apple.
public protocol AppleIdentityVerifier: Sendable {
    /// - Throws: the first error, in the order length, header, key, signature, issuer, audience, times, nonce, rest.
    func identity(
        of token: String,
        expecting expectation: AppleExpectation
    ) async throws(AppleTokenFailure) -> AppleIdentity
}

/// The values an identity token must match, for one tenant and one request.
public struct AppleExpectation: Sendable, Hashable {
    /// The client ids of the tenant: bundle ids and Services IDs. With an empty set no token is valid.
    public let audiences: Set<String>
    /// The nonce that belongs to the request. An empty one counts as none.
    public let nonce: RequestNonce?
    /// Whether a sign-in without any nonce is rejected.
    public let requiresNonce: Bool
    /// How long after its issue a token is accepted; nil: until it expires, which for native apps is a day.
    public let maximumAge: Duration?

    public init(
        audiences: Set<String>,
        nonce: RequestNonce? = nil,
        requiresNonce: Bool = false,
        maximumAge: Duration? = nil
    ) {
        self.audiences = audiences
        self.nonce = nonce
        self.requiresNonce = requiresNonce
        self.maximumAge = maximumAge
    }
}

/// The nonce of a request with an identity token, and what the token must contain for it.
///
/// A holder of the token can read its nonce. A text whose SHA-256 that nonce is cannot be read there: only the app that
/// requested the token knows it.
public enum RequestNonce: Sendable, Hashable {
    /// A client of GoTrue sent it. The token must contain its SHA-256 in lower-case hexadecimal.
    case hashed(String)
    /// A client of Better Auth sent it. The token must contain its SHA-256 in lower-case hexadecimal, or the text as it
    /// is; but not as it is where the token's nonce is 64 hexadecimal digits, and so the hash of another text.
    case hashedOrPlain(String)
    /// This server made it for a sign-in by Apple's page, and no client can choose it. The token must contain it as it
    /// is.
    case own(String)

    public var text: String {
        switch self {
        case .hashed(let text), .hashedOrPlain(let text), .own(let text): text
        }
    }
}
