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
    case rejected(Rejection)
    /// There was no response, an error, or a response that is not Apple's. Implies nothing about the token.
    case unavailable(retryAfter: Duration)

    public enum Rejection: String, Sendable, Hashable, CaseIterable {
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
        case .rejected(.unsupportedGrantType): "apple.token.unsupported_grant"
        case .rejected(.other): "apple.token.invalid_request"
        case .rejected(let rejection): "apple.token.\(rejection.rawValue)"
        case .unavailable: "apple.server.unavailable"
        }
    }

    /// When to retry; nil when this request can never succeed.
    public var retryAfter: Duration? { if case .unavailable(let wait) = self { wait } else { nil } }
}
