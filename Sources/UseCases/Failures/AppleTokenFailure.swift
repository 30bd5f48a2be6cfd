import Domain

/// Explains why a token signed by Apple, or a forgery of one, is rejected.
public enum AppleTokenFailure: Error, Hashable, Sendable {
    case tooLong
    /// The token has not three parts, is not base64url or JSON, or repeats a name.
    case malformed
    /// The header names another algorithm than RS256, or has a member that Apple's never have.
    case header
    /// Apple publishes no key of that id.
    case unknownKey
    /// Apple's keys are unavailable, and no cached key matches. Implies nothing about the token.
    case keysUnavailable(retryAfter: Duration)
    case signature
    case issuer
    /// The tenant has set no client id, so it accepts no token.
    case noAudience
    /// The token was issued to another app.
    case audience
    case expired
    case issuedInFuture
    /// The token is older than the tenant allows.
    case tooOld
    case nonceMismatch
    /// The client sent a nonce and the token has none.
    case nonceMissingInToken
    /// The token has a nonce and the client sent none.
    case nonceMissingInRequest
    /// The tenant requires a nonce and there is none.
    case nonceRequired
    /// A claim is missing or malformed.
    case claim(String)

    /// The canonical code of the cause.
    public var code: String {
        switch self {
        case .tooLong, .malformed, .header, .signature, .claim: "apple.idtoken.signature"
        case .unknownKey: "apple.jwks.kid_unknown"
        case .keysUnavailable: "apple.jwks.unavailable"
        case .issuer: "apple.idtoken.issuer"
        case .noAudience, .audience: "apple.idtoken.audience"
        case .expired, .issuedInFuture, .tooOld: "apple.idtoken.time"
        case .nonceMismatch, .nonceMissingInToken, .nonceMissingInRequest, .nonceRequired: "apple.idtoken.nonce"
        }
    }

    /// A stable name that distinguishes every case, for events and logs.
    public var reason: String {
        switch self {
        case .tooLong: "too_long"
        case .malformed: "malformed"
        case .header: "header"
        case .unknownKey: "unknown_key"
        case .keysUnavailable: "keys_unavailable"
        case .signature: "signature"
        case .issuer: "issuer"
        case .noAudience: "no_audience"
        case .audience: "audience"
        case .expired: "expired"
        case .issuedInFuture: "issued_in_future"
        case .tooOld: "too_old"
        case .nonceMismatch: "nonce_mismatch"
        case .nonceMissingInToken: "nonce_missing_in_token"
        case .nonceMissingInRequest: "nonce_missing_in_request"
        case .nonceRequired: "nonce_required"
        case .claim(let name): "claim_\(name)"
        }
    }

    public var outcome: Outcome {
        switch self {
        case .keysUnavailable, .noAudience: .failed
        default: .rejected
        }
    }

    /// Whether the failure is about the nonce, for which some clients expect an error of its own.
    public var isNonce: Bool { code == "apple.idtoken.nonce" }

    /// When to retry; nil when this token can never become valid.
    public var retryAfter: Duration? {
        if case .keysUnavailable(let wait) = self { wait } else { nil }
    }
}
