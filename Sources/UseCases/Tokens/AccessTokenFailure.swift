import Domain

/// Explains why an access token is rejected.
public enum AccessTokenFailure: Error, Sendable, Hashable {
    /// The text does not have the form of this server's tokens.
    case malformed
    /// The token is unsigned, or signed by a foreign key or one that is not published any more.
    case badSignature
    /// The token is from this server, but for another address or tenant.
    case wrongIssuer
    /// The token has expired, is not valid yet, or its key leaked: a refresh gives a new one.
    case expired
    /// The session is gone.
    case sessionNotFound
    case sessionEnded(Session.EndReason)
    /// The session was not used for too long, or is too old.
    case sessionExpired
    /// The user is disabled.
    case disabled
    case suspended
    /// The token cannot be checked now; the client may retry.
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .unavailable(let wait), .throttled(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .conflict, .invalid, .denied: self = .unavailable(retryAfter: .seconds(1))
        }
    }

    /// Whether the token is invalid but the session may be live: a refresh may help.
    public var isAboutToken: Bool {
        switch self {
        case .malformed, .badSignature, .wrongIssuer, .expired: true
        default: false
        }
    }
}
