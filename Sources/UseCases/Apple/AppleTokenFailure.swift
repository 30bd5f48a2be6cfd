import Domain

/// Why a token signed by Apple, or by someone who would like to be Apple, is refused.
public enum AppleTokenFailure: Error, Hashable, Sendable {
    case tooLong
    /// Not three parts, not base64url, not JSON, a name twice.
    case malformed
    /// The header names another algorithm than RS256, or holds what none of Apple's holds.
    case header
    /// Apple publishes no key of that id.
    case unknownKey
    /// Apple's keys cannot be had, and none that is kept will do. Says nothing about the token.
    case keysUnavailable(retryAfter: Duration)
    case signature
    case issuer
    /// The tenant has named no client id, so no token is for it.
    case noAudience
    /// Made for another app.
    case audience
    case expired
    case issuedInFuture
    /// Older than the tenant allows.
    case tooOld
    case nonceMismatch
    /// The client sent a nonce and the token has none.
    case nonceMissingInToken
    /// The token has a nonce and the client sent none.
    case nonceMissingInRequest
    /// The tenant asks for a nonce and there is none at all.
    case nonceRequired
    /// A claim is missing, or has a form that it cannot have.
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

    /// A stable name that tells every case apart, for events and logs.
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

    /// Whether it is about the nonce, for which some clients have an answer of its own.
    public var isNonce: Bool { code == "apple.idtoken.nonce" }

    /// When to try again; nil when the same token can never be good.
    public var retryAfter: Duration? {
        if case .keysUnavailable(let wait) = self { wait } else { nil }
    }
}
