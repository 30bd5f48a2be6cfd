import Domain

/// Why an access token lets nobody in.
public enum AccessTokenFailure: Error, Sendable, Hashable {
    /// Not a token of the form that we write.
    case malformed
    /// Signed by nobody, by someone else, or by a key that is not published any more.
    case badSignature
    /// Ours, but from another address or tenant.
    case wrongIssuer
    /// Past its time, or before it, or of a key that leaked: a refresh gives a new one.
    case expired
    /// The session is gone.
    case sessionNotFound
    case sessionEnded(Session.EndReason)
    /// The session was not used for too long, or is too old.
    case sessionExpired
    /// The account is switched off.
    case disabled
    case suspended
    /// Nothing is known now; ask again.
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .unavailable(let wait), .throttled(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .conflict, .invalid, .denied: self = .unavailable(retryAfter: .seconds(1))
        }
    }

    /// It is the token that is bad, not the session: a refresh may help.
    public var isAboutToken: Bool {
        switch self {
        case .malformed, .badSignature, .wrongIssuer, .expired: true
        default: false
        }
    }
}
