import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// An error in the format of RFC 6749 §5.2, with upstream's texts.
struct OAuthFault: Sendable {
    let error: String
    let description: String

    static let incomplete = OAuthFault(
        error: "invalid request",
        description: "provider or client_id and issuer required, and id_token required"
    )

    init(error: String, description: String) {
        self.error = error
        self.description = description
    }

    /// - Returns: nil for errors in the other format.
    init?(_ failure: AuthFailure) {
        guard case .apple(let reason) = failure else { return nil }
        switch reason {
        case .token(.nonceMismatch): self.init(error: "invalid nonce", description: "Nonces mismatch")
        case .token(let token) where token.isNonce:
            self.init(
                error: "invalid nonce",
                description: token == .nonceRequired
                    ? "A nonce is required" : "Passed nonce and nonce in id_token should either both exist or not."
            )
        case .token(.keysUnavailable), .token(.issuer): return nil
        case .token(.audience), .token(.noAudience):
            self.init(error: "invalid request", description: "Unacceptable audience in id_token")
        case .token: self.init(error: "invalid request", description: "Bad ID token")
        case .replayed: self.init(error: "invalid request", description: "This ID token has already been used")
        case .withdrawn:
            self.init(error: "invalid request", description: "This ID token was issued before consent was withdrawn")
        case .disabled, .signUpDisabled, .sessionEnded, .taken: return nil
        }
    }

    var response: Response {
        .json(
            ["error": .string(error), "error_description": .string(description)],
            status: .badRequest,
            headers: [.cacheControl: "no-store"]
        )
    }
}
