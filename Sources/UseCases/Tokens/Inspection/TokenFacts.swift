import Domain
import Foundation
import StrictJSON

/// The state of a valid token.
public struct TokenFacts: Sendable {
    public enum Use: String, Sendable, CaseIterable {
        case access = "access_token"
        case refresh = "refresh_token"
        /// A token of a session without access tokens.
        case session = "session_token"
    }

    public let use: Use
    public let issuer: String
    /// The session and its user, as in the database now.
    public let record: SessionRecord
    public let issuedAt: Timestamp
    public let expiresAt: Timestamp
}
