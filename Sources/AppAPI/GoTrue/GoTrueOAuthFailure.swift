import HTTPTypes
import UseCases
import WebCore

/// The errors of the identity token grant in the format of RFC 6749 §5.2, with upstream's codes and texts.
extension WebFailure {
    /// The codes that `GoTrueRenderer` writes as `error`, with `error_description`.
    static let oauthCodes: Set = ["invalid request", "invalid nonce"]

    static let incompleteIdentityToken = oauthRequest(
        "provider or client_id and issuer required, and id_token required"
    )

    /// - Returns: nil for errors in the other format.
    static func oauth(_ reason: AuthFailure.AppleReason) -> WebFailure? {
        switch reason {
        case .token(.nonceMismatch): oauthNonce("Nonces mismatch")
        case .token(.nonceRequired): oauthNonce("A nonce is required")
        case .token(let token) where token.isNonce:
            oauthNonce("Passed nonce and nonce in id_token should either both exist or not.")
        case .token(.keysUnavailable), .token(.issuer): nil
        case .token(.audience), .token(.noAudience): oauthRequest("Unacceptable audience in id_token")
        case .token: oauthRequest("Bad ID token")
        case .replayed: oauthRequest("This ID token has already been used")
        case .withdrawn: oauthRequest("This ID token was issued before consent was withdrawn")
        case .disabled, .signUpDisabled, .sessionEnded, .taken: nil
        }
    }

    private static func oauthNonce(_ description: String) -> WebFailure {
        goTrue(.badRequest, "invalid nonce", description)
    }

    private static func oauthRequest(_ description: String) -> WebFailure {
        goTrue(.badRequest, "invalid request", description)
    }
}
